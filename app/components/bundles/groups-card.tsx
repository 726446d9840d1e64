import { Checkbox } from "@mantine/core";
import { newRowKey, useEditor } from "~/components/bundles/editor-context";
import { Card, ListError, SelectField } from "~/components/bundles/fields";
import { AddRow, Row, RowField, withoutRow, withRow } from "~/components/bundles/rows";
import { usesPart } from "~/features/bundles/box-types";

/** Headings that products stand under: steps with limits of their own, or collections. */
export function GroupsCard() {
  const { draft } = useEditor();
  const hasSections = usesPart(draft.buildABoxType, "sections");
  return (
    <Card title={hasSections ? "Sections" : "Headings"}>
      {hasSections ? (
        <Sections />
      ) : (
        <>
          <SelectField
            name="productSelectionType"
            label="Show products"
            options={[
              { value: "PRODUCT", label: "In one list" },
              { value: "COLLECTION", label: "Under headings" },
            ]}
          />
          {draft.productSelectionType === "COLLECTION" && <Collections />}
        </>
      )}
    </Card>
  );
}

function Sections() {
  const { draft, patch } = useEditor();
  return (
    <>
      <ListError name="sections" />
      <ul className="be-rows">
        {draft.sections.map((section, index) => {
          const change = (fields: Partial<typeof section>) =>
            patch((before) => ({ sections: withRow(before.sections, section.key, fields) }));
          const at = `/sections/${index}`;
          return (
            <Row
              key={section.key}
              name={`section ${section.title || index + 1}`}
              onRemove={() => patch((before) => ({ sections: withoutRow(before.sections, section.key) }))}
            >
              <RowField
                label="Title"
                at={`${at}/title`}
                value={section.title}
                onChange={(title) => change({ title })}
              />
              <RowField
                label="At least"
                at={`${at}/minProducts`}
                value={section.minProducts}
                onChange={(minProducts) => change({ minProducts })}
                numeric
              />
              <RowField
                label="At most"
                at={`${at}/maxProducts`}
                value={section.maxProducts}
                onChange={(maxProducts) => change({ maxProducts })}
                numeric
                placeholder="No limit"
              />
              <Members
                title={section.title}
                ids={section.productIds}
                onChange={(productIds) => change({ productIds })}
                at={`${at}/productIds`}
              />
            </Row>
          );
        })}
      </ul>
      <AddRow
        label="Add a section"
        onAdd={() =>
          patch((before) => ({
            sections: [
              ...before.sections,
              { key: newRowKey(), title: "", minProducts: "1", maxProducts: "", productIds: [] },
            ],
          }))
        }
      />
    </>
  );
}

function Collections() {
  const { draft, patch } = useEditor();
  return (
    <>
      <ListError name="collectionData" />
      <ul className="be-rows">
        {draft.collectionData.map((collection, index) => {
          const change = (fields: Partial<typeof collection>) =>
            patch((before) => ({ collectionData: withRow(before.collectionData, collection.key, fields) }));
          const at = `/collectionData/${index}`;
          return (
            <Row
              key={collection.key}
              name={`heading ${collection.title || index + 1}`}
              onRemove={() =>
                patch((before) => ({ collectionData: withoutRow(before.collectionData, collection.key) }))
              }
            >
              <RowField
                label="Heading"
                at={`${at}/title`}
                value={collection.title}
                onChange={(title) => change({ title })}
              />
              <Members
                title={collection.title}
                ids={collection.productIds}
                onChange={(productIds) => change({ productIds })}
                at={`${at}/productIds`}
              />
            </Row>
          );
        })}
      </ul>
      <AddRow
        label="Add a heading"
        onAdd={() =>
          patch((before) => ({
            collectionData: [
              ...before.collectionData,
              { key: newRowKey(), title: "", collectionId: null, productIds: [] },
            ],
          }))
        }
      />
    </>
  );
}

type MembersProps = { title: string; ids: number[]; at: string; onChange: (ids: number[]) => void };

/** Which of the bundle's products stand under a heading. */
function Members({ title, ids, at, onChange }: MembersProps) {
  const { draft, products, page, error } = useEditor();
  const message = error(at);
  return (
    <fieldset className="be-members">
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
      {message && <p className="be-error">{message}</p>}
    </fieldset>
  );
}
