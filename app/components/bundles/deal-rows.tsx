import { NativeSelect } from "@mantine/core";
import type { Editor } from "~/components/bundles/editor-context";
import { newRowKey, useEditor } from "~/components/bundles/editor-context";
import { ListError } from "~/components/bundles/fields";
import { AddRow, Row, RowField, withoutRow, withRow } from "~/components/bundles/rows";

type Props = { name: "variants" | "discountedVariants"; title: string; addLabel: string };
type Change = { variantId?: number; quantity?: string; discount?: string };

/** Rows of a variant and how many of it; those that get cheaper also by how much. */
export function DealRows({ name, title, addLabel }: Props) {
  const { draft, patch, page, error, products } = useEditor();
  const options = listOptions(draft, products);
  const rows: { key: string; variantId: number; quantity: string; discount?: string }[] = draft[name];
  const isCheaper = name === "discountedVariants";
  const hasQuantity = draft.buildABoxType === "BUY_X_GET_Y";
  const change = (key: string, fields: Change) =>
    patch((before) =>
      isCheaper
        ? { discountedVariants: withRow(before.discountedVariants, key, fields) }
        : { variants: withRow(before.variants, key, fields) },
    );
  const remove = (key: string) =>
    patch((before) =>
      isCheaper
        ? { discountedVariants: withoutRow(before.discountedVariants, key) }
        : { variants: withoutRow(before.variants, key) },
    );
  const add = () => {
    const taken = new Set(rows.map(({ variantId }) => variantId));
    const free = options.find(({ value }) => !taken.has(Number(value))) ?? options[0];
    const row = { key: newRowKey(), variantId: Number(free?.value ?? 0), quantity: "1" };
    patch((before) =>
      isCheaper
        ? {
            discountedVariants: [
              ...before.discountedVariants,
              { ...row, discount: hasQuantity ? "100" : "10" },
            ],
          }
        : { variants: [...before.variants, row] },
    );
  };
  return (
    <fieldset className="be-group">
      <legend>{title}</legend>
      <ListError name={name} />
      <ul className="be-rows">
        {rows.map((row, index) => (
          <Row key={row.key} name={`row ${index + 1}`} onRemove={() => remove(row.key)}>
            <NativeSelect
              className="be-wide"
              label="Product"
              value={String(row.variantId)}
              error={error(`/${name}/${index}/variantId`)}
              disabled={!page.mayEdit}
              data={withPresent(options, row.variantId)}
              onChange={({ currentTarget }) => change(row.key, { variantId: Number(currentTarget.value) })}
            />
            {hasQuantity && (
              <RowField
                label="Pieces"
                at={`/${name}/${index}/quantity`}
                value={row.quantity}
                onChange={(quantity) => change(row.key, { quantity })}
                numeric
              />
            )}
            {isCheaper && (
              <RowField
                label="Off"
                at={`/${name}/${index}/discount`}
                value={row.discount ?? ""}
                onChange={(discount) => change(row.key, { discount })}
                numeric
                suffix="%"
              />
            )}
          </Row>
        ))}
      </ul>
      {options.length === 0 ? (
        <p className="pn-dimmed">Add products to the bundle first.</p>
      ) : (
        <AddRow label={addLabel} onAdd={add} />
      )}
    </fieldset>
  );
}

type Option = { value: string; label: string };

/** All kinds of the bundle's products: any of them may be chosen or swapped in. */
function listOptions({ products: chosen }: Editor["draft"], products: Editor["products"]): Option[] {
  const ids = new Set(chosen.flatMap(({ productId, subProductIds }) => [productId, ...subProductIds]));
  return [...ids].flatMap((id) => {
    const product = products.get(id);
    const variants = product?.variants.filter(({ isDeleted }) => !isDeleted) ?? [];
    return variants.map((variant) => ({
      value: String(variant.id),
      label: variants.length > 1 ? `${product?.title}, ${variant.title}` : (product?.title ?? ""),
    }));
  });
}

/** What is chosen stays to be seen, even if its product has left the bundle. */
const withPresent = (options: Option[], variantId: number): Option[] =>
  options.some(({ value }) => value === String(variantId))
    ? options
    : [...options, { value: String(variantId), label: `Not in this bundle (${variantId})` }];
