import { CoveredProducts, type Product } from "~/features/discounts/ui/covered-products";
import {
  ACTION_LABELS,
  LANGUAGE_NAMES,
  LINE_CHOICE_LABELS,
  OFFER_LABELS,
} from "~/features/portal-settings/portal-settings-labels";
import { TickField } from "~/ui/form/choice-fields";
import { SelectField, TextAreaField, TextField } from "~/ui/form/form-fields";
import type { FieldValue } from "~/ui/form/form-state";
import { LanguageTabs } from "~/ui/form/language-tabs";
import { Card, FormCard } from "~/ui/parts/card";
import { PORTAL_ACTIONS } from "~db/schema/portal-enums";
import { ColorField } from "./color-field";

export const ThemeFields = () => (
  <Card title="Colours">
    <div className="pn-grid">
      <ColorField
        name="accentColor"
        description="For buttons and links. It has to be easy to read on white and on the background."
      />
      <ColorField
        name="backgroundColor"
        description="A light colour. Dark screens get a dark one made from your accent."
      />
    </div>
  </Card>
);

export const ActionFields = () => (
  <Card
    title="What customers can do"
    note="Actions you switch off disappear from the portal, and its API refuses them."
  >
    <div className="pn-grid pn-ticks">
      {PORTAL_ACTIONS.map((action) => (
        <TickField key={action} name={`action-${action}`} label={ACTION_LABELS[action]} />
      ))}
    </div>
  </Card>
);

export const RuleFields = ({ products }: { products: Product[] }) => (
  <FormCard title="Rules">
    <TextAreaField
      name="shopAddress"
      description="Below your shop’s name, as it is written where you are."
      rows={3}
      maxLength={300}
      dir="auto"
    />
    <TickField name="forbidsSecondCode" />
    <TickField
      name="singleUseLinks"
      description="Safer when e-mails are forwarded, but customers need a new link more often."
    />
    <CoveredProducts
      known={products}
      allLabel="Every available product"
      listLabel="Products that customers may add"
    />
    <SelectField
      name="lineChoice"
      description="Once those two are switched on above. The second choice means the products you name here."
      options={Object.entries(LINE_CHOICE_LABELS).map(([value, label]) => ({ value, label }))}
    />
  </FormCard>
);

type TextProps = {
  language: keyof typeof LANGUAGE_NAMES;
  own: { heading: string; cancelIntro: string; help: string };
};

/** The portal's language, and tabs for the merchant's texts in each language. */
export const TextFields = ({ language, own }: TextProps) => (
  <FormCard title="Language and words">
    <SelectField
      name="language"
      options={Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label }))}
    />
    <TickField name="followsBrowser" />
    <LanguageTabs names={LANGUAGE_NAMES} language={language} />
    <TextField name="heading" placeholder={own.heading} maxLength={80} dir="auto" />
    <TextAreaField name="welcome" rows={2} maxLength={400} dir="auto" />
    <TextAreaField name="cancelIntro" placeholder={own.cancelIntro} rows={2} maxLength={400} dir="auto" />
    <TextAreaField name="help" placeholder={own.help} rows={2} maxLength={400} dir="auto" />
  </FormCard>
);

/** Blank rows after those that are filled in. */
const SPARE_ROWS = 1;

type Reasons = { values: Record<string, FieldValue>; rows: number; language: string };

export function ReasonFields({ values, rows, language }: Reasons) {
  const filled = Array.from({ length: rows }, (_, row) => row).filter((row) => values[`reason-${row}-text`]);
  const shown = Math.min(rows, (filled.at(-1) ?? -1) + 1 + SPARE_ROWS);
  return (
    <Card
      title="Reasons to cancel"
      note={`In ${language}. Customers who choose a reason see its offer once, beside an equally prominent way out. Clear a row to remove it.`}
    >
      <ol className="pn-plain pn-stack pn-cancel-reasons">
        {Array.from({ length: shown }, (_, row) => `reason-${row}`).map((name, row) => (
          <li key={name}>
            <input type="hidden" name={`${name}-id`} value={String(values[`${name}-id`] ?? "")} />
            <TextField name={`${name}-text`} label={`Reason ${row + 1}`} maxLength={120} dir="auto" />
            <SelectField
              name={`${name}-offer`}
              label="Offer"
              options={Object.entries(OFFER_LABELS).map(([value, label]) => ({ value, label }))}
            />
            <TextField
              name={`${name}-code`}
              className="pn-offer-code"
              label="Discount code"
              maxLength={255}
              spellCheck={false}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}
