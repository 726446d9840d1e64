import { type Product, ProductsField } from "~/features/discounts/ui/covered-products";
import { toFieldName } from "~/features/portal/settings/attribute-fields-form";
import { MAX_ATTRIBUTE_FIELDS } from "~/features/portal-settings/portal-settings-labels";
import { TickField } from "~/ui/form/choice-fields";
import { TextAreaField, TextField } from "~/ui/form/form-fields";
import type { FieldValue } from "~/ui/form/form-state";
import { Card } from "~/ui/parts/card";

type Props = {
  values: Record<string, FieldValue>;
  products: Product[];
  /** The language of the texts on the page. */
  language: { name: string; isShops: boolean };
};

/** Attribute fields by product: the present ones, and a blank row. */
export function AttributeFieldRows(props: Props) {
  const { values, products, language } = props;
  const rows = Array.from({ length: MAX_ATTRIBUTE_FIELDS }, (_, index) => index);
  const last = rows.findLastIndex((index) => values[toFieldName(index, "name")]);
  return (
    <Card
      title="Details you ask for"
      note="Such as an engraving or a grind: customers fill in these fields instead of free names and values. A field is for every product unless you choose some. Clear a name to remove it. Choose a language above to translate them."
    >
      <ol className="pn-plain pn-stack pn-asked">
        {rows.slice(0, last + 2).map((index) => (
          <li key={index}>
            <fieldset className="pn-plain pn-stack pn-tight">
              <legend className="pn-group-title">Detail {index + 1}</legend>
              <div className="pn-grid">
                <TextField
                  name={toFieldName(index, "name")}
                  label="Name on orders"
                  maxLength={60}
                  dir="auto"
                />
                <TextField
                  name={toFieldName(index, "label")}
                  label="Label (optional)"
                  description="What customers read instead."
                  maxLength={60}
                  dir="auto"
                />
              </div>
              <TextField
                name={toFieldName(index, "help")}
                label="Help (optional)"
                maxLength={200}
                dir="auto"
              />
              <TextAreaField
                name={toFieldName(index, "choices")}
                label="Choices (optional)"
                description="One a line. Without any, customers write what they like."
                rows={3}
                dir="auto"
              />
              <TextField
                name={toFieldName(index, "length")}
                label="Most characters (optional)"
                inputMode="numeric"
                isShort
              />
              <TickField name={toFieldName(index, "required")} label="Customers must fill it in" />
              <ProductsField
                name={toFieldName(index, "products")}
                known={products}
                listLabel={`Products that detail ${index + 1} is for`}
                description="Separated by commas; none: every product."
              />
              {isTranslatable(props, index) && <Translation index={index} language={language} />}
            </fieldset>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/**
 * A named field can be translated into languages other than the shop's, and into the shop's if texts in it exist
 * already.
 */
const isTranslatable = ({ values, language }: Props, index: number): boolean => {
  const isThere = (part: "name" | "words-label" | "words-help" | "words-choices") =>
    Boolean(values[toFieldName(index, part)]);
  if (!language.isShops) return isThere("name");
  return (["words-label", "words-help", "words-choices"] as const).some(isThere);
};

/** Texts for customers in one language. */
const Translation = ({ index, language }: { index: number } & Pick<Props, "language">) => (
  <fieldset className="pn-plain pn-stack pn-tight">
    <legend className="pn-group-title">
      Detail {index + 1} in {language.name}
    </legend>
    <TextField
      name={toFieldName(index, "words-label")}
      label={`Label in ${language.name}`}
      description="Blank: as above."
      maxLength={60}
      dir="auto"
    />
    <TextField
      name={toFieldName(index, "words-help")}
      label={`Help in ${language.name}`}
      description="Blank: as above."
      maxLength={200}
      dir="auto"
    />
    <TextAreaField
      name={toFieldName(index, "words-choices")}
      label={`Choices in ${language.name}`}
      description="One a line, in the order above. Orders keep the choice as it is above."
      rows={3}
      dir="auto"
    />
  </fieldset>
);
