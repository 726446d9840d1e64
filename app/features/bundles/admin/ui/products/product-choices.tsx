import { Checkbox, CloseButton } from "@mantine/core";
import { useState } from "react";
import { useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { toTitles } from "~/features/bundles/admin/ui/kit/product-titles";
import type { BundleDraft } from "~/features/bundles/configure/bundle-draft";
import { ProductSearch } from "./product-search";

type DraftProduct = BundleDraft["products"][number];
type Props = { product: DraftProduct; index: number; change: (fields: Partial<DraftProduct>) => void };

/** What customers may choose instead of a product: its other variants, and other products. */
export function ProductChoices({ product, index, change }: Props) {
  const { products, page, error } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const known = products.get(product.productId);
  const title = known?.title ?? "this product";
  const { subProductIds, subVariantIds } = product;
  const count = subProductIds.length + subVariantIds.length;
  const kinds = known?.variants.filter(({ id, isDeleted }) => id !== product.variantId && !isDeleted) ?? [];
  const foreign = subVariantIds.filter((id) => !known?.variants.some((variant) => variant.id === id));
  const problem = findFirst(
    [...subProductIds.keys()].map((place) => error(`/products/${index}/subProductIds/${place}`)),
  );
  return (
    <details className="pn-opens" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {count === 0 ? "Add swaps" : count === 1 ? "1 swap" : `${count} swaps`}
        <span className="pn-hidden"> for {title}</span>
      </summary>
      {isOpen && (
        <div className="pn-stack be-choices-body">
          <p className="pn-dimmed pn-flush">Customers may take these in place of {title}.</p>
          {kinds.map(({ id, title: label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={subVariantIds.includes(id)}
              disabled={!page.mayEdit}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  subVariantIds: checked
                    ? [...subVariantIds, id]
                    : subVariantIds.filter((each) => each !== id),
                })
              }
            />
          ))}
          <ul className="pn-plain pn-row be-tags" aria-label={`Products in place of ${title}`}>
            {subProductIds.map((id) => (
              <Tag
                key={id}
                label={toTitles(products).ofProduct(id)}
                onRemove={() => change({ subProductIds: subProductIds.filter((each) => each !== id) })}
              />
            ))}
            {foreign.map((id) => (
              <Tag
                key={id}
                label={toTitles(products).ofVariant(id)}
                onRemove={() => change({ subVariantIds: subVariantIds.filter((each) => each !== id) })}
              />
            ))}
          </ul>
          <p className="pn-error pn-small">{problem}</p>
          <ProductSearch
            label="Add a product to swap for"
            added={new Set([...subProductIds, product.productId])}
            onAdd={({ id }) => change({ subProductIds: [...subProductIds, id] })}
          />
        </div>
      )}
    </details>
  );
}

const findFirst = (messages: (string | undefined)[]) => messages.find((message) => message !== undefined);

function Tag({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { page } = useEditor();
  return (
    <li className="be-tag">
      {label}
      {page.mayEdit && <CloseButton size="sm" aria-label={`Remove ${label}`} onClick={onRemove} />}
    </li>
  );
}
