import { NativeSelect } from "@mantine/core";
import type { Editor } from "~/features/bundles/admin/ui/kit/editor-context";
import { useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { Rows } from "~/features/bundles/admin/ui/kit/rows";
import { TextField } from "~/ui/form/form-fields";

type Props = { name: "variants" | "discountedVariants"; title: string; addLabel: string };

/** Rows of a variant and a quantity; for variants that get cheaper also the discount. */
export function DealRows({ name, title, addLabel }: Props) {
  const { draft, page, error, products } = useEditor();
  const options = listOptions(draft, products);
  const isCheaper = name === "discountedVariants";
  const hasQuantity = draft.buildABoxType === "BUY_X_GET_Y";
  const toNew = () => {
    const taken = new Set(draft[name].map(({ variantId }) => variantId));
    const free = options.find(({ value }) => !taken.has(Number(value))) ?? options[0];
    const row = { variantId: Number(free?.value ?? 0), quantity: "1" };
    return isCheaper ? { ...row, discount: hasQuantity ? "100" : "10" } : row;
  };
  return (
    <fieldset className="pn-plain">
      <legend className="pn-group-title">{title}</legend>
      <Rows
        list={name}
        nameOf={(_, index) => `row ${index + 1}`}
        addLabel={addLabel}
        toNew={options.length > 0 ? toNew : null}
      >
        {({ variantId }, { place, at, change }) => (
          <>
            <NativeSelect
              className="be-wide"
              label="Product"
              value={String(variantId)}
              error={error(at("variantId"))}
              disabled={!page.mayEdit}
              data={withPresent(options, variantId)}
              onChange={({ currentTarget }) => change({ variantId: Number(currentTarget.value) })}
            />
            {hasQuantity && <TextField name={at("quantity")} label="Pieces" inputMode="decimal" />}
            {isCheaper && <TextField name={`${place}/discount`} label="Off" inputMode="decimal" suffix="%" />}
          </>
        )}
      </Rows>
      {options.length === 0 && <p className="pn-dimmed">Add products to the bundle first.</p>}
    </fieldset>
  );
}

type Option = { value: string; label: string };

/** All variants of the bundle's products: customers may choose any of them, or swap it in. */
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

/** A chosen variant stays in the list even if its product has left the bundle. */
const withPresent = (options: Option[], variantId: number): Option[] =>
  options.some(({ value }) => value === String(variantId))
    ? options
    : [...options, { value: String(variantId), label: `Not in this bundle (${variantId})` }];
