import { ActionIcon, NativeSelect } from "@mantine/core";
import type { HTMLAttributes } from "react";
import { useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import type { BundleDraft } from "~/features/bundles/configure/bundle-draft";
import { formatMoney } from "~/lib/format";
import { TextField } from "~/ui/form/form-fields";
import { ProductPicture } from "~/ui/form/product-picture";
import { IconGripVertical, IconTrash } from "~/ui/icons/icons";
import { StatusBadge } from "~/ui/parts/status-badge";
import { ProductChoices } from "./product-choices";

type DraftProduct = BundleDraft["products"][number];
type Props = {
  product: DraftProduct;
  index: number;
  isDragged: boolean;
  handleProps: HTMLAttributes<HTMLElement>;
};

/** A product of the bundle: its place, variant, quantity, and alternatives. */
export function ProductRow({ product, index, isDragged, handleProps }: Props) {
  const { patch, error, products, page } = useEditor();
  const known = products.get(product.productId);
  const title = known?.title ?? `Product ${product.productId}`;
  const variant = known?.variants.find(({ id }) => id === product.variantId);
  const isDeleted = !known || known.isDeleted || !variant || variant.isDeleted;
  const at = `/products/${index}`;
  const change = (fields: Partial<DraftProduct>) =>
    patch(({ products: before }) => ({
      products: before.map((each) => (each.productId === product.productId ? { ...each, ...fields } : each)),
    }));
  const remove = () =>
    patch((before) => ({
      products: before.products.filter(({ productId }) => productId !== product.productId),
      sections: without(before.sections, product.productId),
      collectionData: without(before.collectionData, product.productId),
    }));
  const problem = error(`${at}/productId`) ?? error(`${at}/variantId`);
  return (
    <li className="pn-box be-product" data-row data-dragged={isDragged || undefined}>
      <div className="pn-row be-product-head">
        {page.mayEdit && (
          <button
            type="button"
            className="be-handle"
            aria-label={`Move ${title}`}
            aria-describedby="reorder-help"
            {...handleProps}
          >
            <IconGripVertical size={18} />
          </button>
        )}
        <ProductPicture url={known?.image} size={44} />
        <span className="pn-text">
          <strong>{title}</strong>
          <span className="pn-dimmed">
            {isDeleted ? <StatusBadge label="Deleted in the shop" tone="warn" /> : null}
            {variant && !isDeleted ? formatMoney(variant.price, page.currencyCode) : null}
            {variant && !variant.available && !isDeleted ? " · sold out" : null}
          </span>
        </span>
        {page.mayEdit && (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${title}`} onClick={remove}>
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </div>
      <div className="pn-row be-product-fields">
        {known && (known.variants.length > 1 || isDeleted) && (
          <NativeSelect
            label="Variant"
            aria-label={`Variant of ${title}`}
            value={product.variantId}
            disabled={!page.mayEdit}
            error={problem}
            onChange={({ currentTarget }) => change({ variantId: Number(currentTarget.value) })}
            data={known.variants
              .filter(({ id, isDeleted: gone }) => !gone || id === product.variantId)
              .map(({ id, title: label, isDeleted: gone }) => ({
                value: String(id),
                label: gone ? `${label} (deleted)` : label,
              }))}
          />
        )}
        <TextField
          name={`${at}/quantity`}
          label="Quantity"
          aria-label={`Quantity of ${title}`}
          inputMode="numeric"
          className="be-narrow"
        />
      </div>
      <ProductChoices product={product} index={index} change={change} />
    </li>
  );
}

const without = <T extends { productIds: number[] }>(groups: readonly T[], productId: number): T[] =>
  groups.map((group) => ({ ...group, productIds: group.productIds.filter((id) => id !== productId) }));
