import { useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { ListError } from "~/features/bundles/admin/ui/kit/rows";
import { useReorder, withMoved } from "~/features/bundles/admin/ui/kit/use-reorder";
import type { EditorProduct } from "~/features/bundles/configure/bundle-editor";
import { FormCard } from "~/ui/parts/card";
import { ProductRow } from "./product-row";
import { ProductSearch } from "./product-search";

/** The bundle's products, in the order customers see them. */
export function ProductsCard() {
  const { draft, patch, products } = useEditor();
  const rows = draft.products;
  const nameOf = (index: number) => products.get(rows[index]?.productId ?? 0)?.title ?? "The product";
  const { listRef, dragged, announcement, handleProps } = useReorder(
    rows.length,
    (from, to) => patch((before) => ({ products: withMoved(before.products, from, to) })),
    nameOf,
  );
  const add = ({ id, variants }: EditorProduct) => {
    const variant = variants.find(({ available }) => available) ?? variants[0];
    if (!variant) return;
    const quantity = draft.selectionType === "FIXED" ? "1" : "0";
    patch(({ products: before }) => ({
      products: [
        ...before,
        { productId: id, variantId: variant.id, quantity, subProductIds: [], subVariantIds: [] },
      ],
    }));
  };
  return (
    <FormCard
      title="Products"
      note={
        draft.selectionType === "FIXED"
          ? "Each box holds these quantities."
          : "A new box starts with these quantities. Use 0 to leave it to the customer."
      }
    >
      <ListError name="products" />
      {rows.length > 0 && (
        <ul ref={listRef} className="pn-plain pn-stack pn-tight" aria-label="Products of the bundle">
          {rows.map((product, index) => (
            <ProductRow
              key={product.productId}
              product={product}
              index={index}
              isDragged={dragged === index}
              handleProps={handleProps(index)}
            />
          ))}
        </ul>
      )}
      <p id="reorder-help" className="pn-hidden">
        Drag, or press the arrow keys to move it.
      </p>
      <p className="pn-hidden" role="status">
        {announcement}
      </p>
      <ProductSearch
        label="Add products"
        added={new Set(rows.map(({ productId }) => productId))}
        onAdd={add}
      />
    </FormCard>
  );
}
