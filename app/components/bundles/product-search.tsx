import { TextInput } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useId } from "react";
import { useEditor } from "~/components/bundles/editor-context";
import { ProductPicture } from "~/components/bundles/product-picture";
import { useCombobox } from "~/components/use-combobox";
import type { EditorProduct } from "~/features/bundles/bundle-editor";
import { formatMoney } from "~/lib/format";

type Props = { label: string; added: ReadonlySet<number>; onAdd: (product: EditorProduct) => void };

/** Products by part of their name, with picture and price; a press or Enter adds one, and the next may follow. */
export function ProductSearch({ label, added, onAdd }: Props) {
  const { page, remember } = useEditor();
  const fetcher = useFetcher<EditorProduct[]>();
  const listId = `${useId()}-found`;
  const { isOpen, options, optionProps, inputProps } = useCombobox<EditorProduct>(
    {
      search: (text) => fetcher.load(`/admin/bundles/products?q=${encodeURIComponent(text)}`),
      options: fetcher.data,
      onChoose: (product) => {
        if (added.has(product.id)) return;
        remember(product);
        onAdd(product);
      },
      opensOnFocus: true,
      staysOpen: true,
    },
    listId,
  );
  if (!page.mayEdit) return null;
  return (
    <div className="be-search">
      <TextInput
        label={label}
        type="search"
        placeholder="Product name"
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        {...inputProps}
      />
      <p className="pn-hidden" role="status">
        {isOpen ? `${options.length} ${options.length === 1 ? "product" : "products"} found` : ""}
      </p>
      <div id={listId} className="be-found" role="listbox" aria-label="Products found" hidden={!isOpen}>
        {options.length === 0 && (
          <div className="be-none pn-dimmed" role="option" aria-selected={false} aria-disabled tabIndex={-1}>
            No matching products
          </div>
        )}
        {options.map((product, index) => (
          <div
            key={product.id}
            {...optionProps(product, index)}
            aria-disabled={added.has(product.id)}
            className="be-found-row"
          >
            <ProductPicture image={product.image} size={36} />
            <span className="be-found-text">
              <strong>{product.title}</strong>
              <span className="pn-dimmed">{toPriceText(product, page.currencyCode)}</span>
            </span>
            <span className="be-found-add">{added.has(product.id) ? "Added" : "Add"}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function toPriceText({ variants }: EditorProduct, currencyCode: string): string {
  const [first] = variants;
  if (!first) return "";
  const price = formatMoney(first.price, currencyCode);
  return variants.length > 1 ? `${price} · ${variants.length} kinds` : price;
}
