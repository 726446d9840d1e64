import { Checkbox } from "@mantine/core";
import { BundleFields, useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { Rows } from "~/features/bundles/admin/ui/kit/rows";
import { usesPart } from "~/features/bundles/rules/box-types";
import { TextField } from "~/ui/form/form-fields";
import { FormCard } from "~/ui/parts/card";

const { SelectField } = BundleFields;

/** Headings above products: sections with limits of their own, or collections. */
export function GroupsCard() {
  const { draft } = useEditor();
  const hasSections = usesPart(draft.buildABoxType, "sections");
  return (
    <FormCard title={hasSections ? "Sections" : "Headings"}>
      {hasSections ? (
        <Sections />
      ) : (
        <>
          <SelectField
            name="productSelectionType"
            options={[
              { value: "PRODUCT", label: "In one list" },
              { value: "COLLECTION", label: "Under headings" },
            ]}
          />
          {draft.productSelectionType === "COLLECTION" && <Collections />}
        </>
      )}
    </FormCard>
  );
}

const Sections = () => (
  <Rows
    list="sections"
    nameOf={({ title }, index) => `section ${title || index + 1}`}
    addLabel="Add a section"
    toNew={() => ({ title: "", minProducts: "1", maxProducts: "", productIds: [] })}
  >
    {({ title, productIds }, { at, change }) => (
      <>
        <TextField name={at("title")} label="Title" />
        <TextField name={at("minProducts")} label="At least" inputMode="decimal" />
        <TextField name={at("maxProducts")} label="At most" inputMode="decimal" placeholder="No limit" />
        <Members
          title={title}
          ids={productIds}
          onChange={(ids) => change({ productIds: ids })}
          at={at("productIds")}
        />
      </>
    )}
  </Rows>
);

const Collections = () => (
  <Rows
    list="collectionData"
    nameOf={({ title }, index) => `heading ${title || index + 1}`}
    addLabel="Add a heading"
    toNew={() => ({ title: "", collectionId: null, productIds: [] })}
  >
    {({ title, productIds }, { at, change }) => (
      <>
        <TextField name={at("title")} label="Heading" />
        <Members
          title={title}
          ids={productIds}
          onChange={(ids) => change({ productIds: ids })}
          at={at("productIds")}
        />
      </>
    )}
  </Rows>
);

type MembersProps = { title: string; ids: number[]; at: string; onChange: (ids: number[]) => void };

/** Checkboxes for the bundle's products that belong under a heading. */
function Members({ title, ids, at, onChange }: MembersProps) {
  const { draft, products, page, error } = useEditor();
  return (
    <fieldset className="pn-plain pn-grid pn-tight be-members">
      <legend className="pn-hidden">Products of {title || "this heading"}</legend>
      {draft.products.length === 0 && <p className="pn-dimmed">Add products to the bundle first.</p>}
      {draft.products.map(({ productId }) => (
        <Checkbox
          key={productId}
          size="xs"
          label={products.get(productId)?.title ?? `Product ${productId}`}
          checked={ids.includes(productId)}
          disabled={!page.mayEdit}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...ids, productId] : ids.filter((id) => id !== productId))
          }
        />
      ))}
      <p className="pn-error pn-small">{error(at)}</p>
    </fieldset>
  );
}
