import { useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import type { EditorProduct } from "~/features/bundles/configure/bundle-editor";
import { formatMoney } from "~/lib/format";
import { ProductPicker } from "~/ui/form/product-picker";

type Props = { label: string; added: ReadonlySet<number>; onAdd: (product: EditorProduct) => void };

export function ProductSearch({ label, added, onAdd }: Props) {
  const { page, remember } = useEditor();
  if (!page.mayEdit) return null;
  return (
    <ProductPicker<EditorProduct>
      address="/admin/bundles/products"
      label={label}
      isForMany
      toRow={(product) => ({
        key: String(product.id),
        title: product.title,
        note: toPriceText(product, page.currencyCode),
        image: product.image,
        isAdded: added.has(product.id),
      })}
      onChoose={(product) => {
        remember(product);
        onAdd(product);
      }}
    />
  );
}

function toPriceText({ variants }: EditorProduct, currencyCode: string): string {
  const [first] = variants;
  if (!first) return "";
  const price = formatMoney(first.price, currencyCode);
  return variants.length > 1 ? `${price} · ${variants.length} kinds` : price;
}
