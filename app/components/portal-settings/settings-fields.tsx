import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useState } from "react";
import { CoveredProducts, type Product } from "~/components/discounts/covered-products";
import { fieldId } from "~/components/form-problem";
import {
  ACTION_WORDS,
  LANGUAGE_NAMES,
  OFFER_WORDS,
  SETTING_LABELS,
} from "~/features/portal/portal-settings-words";

export type SettingsProps = {
  values: Record<string, string | undefined>;
  messages: Record<string, string | undefined>;
  disabled: boolean;
};

const toField = ({ values, messages, disabled }: SettingsProps, name: string) => ({
  id: fieldId(name),
  name,
  label: SETTING_LABELS[name],
  error: messages[name],
  defaultValue: values[name] ?? "",
  disabled,
});

const toTick = ({ values, disabled }: SettingsProps, name: string) => ({
  id: fieldId(name),
  name,
  label: SETTING_LABELS[name],
  defaultChecked: Boolean(values[name]),
  disabled,
});

export function LookFields(props: SettingsProps) {
  return (
    <section className="pn-card" aria-labelledby="look-title">
      <h2 id="look-title">Look</h2>
      <div className="pn-stack">
        <div className="pn-fields">
          <TextInput
            {...toField(props, "accentColor")}
            type="color"
            description="For buttons and links. It must be readable on white and on the background."
          />
          <TextInput
            {...toField(props, "backgroundColor")}
            type="color"
            description="Use a light colour. Dark mode gets a dark one."
          />
        </div>
        <TextInput
          {...toField(props, "logoUrl")}
          description="Address of an image, 160 × 40 pixels at its best. Empty: the shop’s name."
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </section>
  );
}

export function ActionFields(props: SettingsProps) {
  return (
    <section className="pn-card" aria-labelledby="actions-title">
      <h2 id="actions-title">What customers can do</h2>
      <p className="pn-card-text">
        Actions that are switched off disappear from the portal and are refused by its API.
      </p>
      <div className="pn-ticks">
        {Object.entries(ACTION_WORDS).map(([action, word]) => (
          <Checkbox key={action} {...toTick(props, `action-${action}`)} label={word} />
        ))}
      </div>
    </section>
  );
}

export function RuleFields({ products, ...props }: SettingsProps & { products: Product[] }) {
  const [coverage, setCoverage] = useState(props.values.coverage ?? "ALL");
  return (
    <section className="pn-card" aria-labelledby="rules-title">
      <h2 id="rules-title">Rules</h2>
      <div className="pn-stack">
        <Checkbox {...toTick(props, "forbidsSecondCode")} />
        <Checkbox
          {...toTick(props, "singleUseLinks")}
          description="Safer when mails are forwarded; customers ask for a new link more often."
        />
        <Radio.Group name="coverage" label={SETTING_LABELS.coverage} value={coverage} onChange={setCoverage}>
          <div className="pn-radios">
            <Radio
              id={fieldId("coverage")}
              value="ALL"
              label="Every available product"
              disabled={props.disabled}
            />
            <Radio value="PRODUCTS" label="Only these products" disabled={props.disabled} />
          </div>
        </Radio.Group>
        <CoveredProducts
          known={products}
          value={props.values.productIds ?? ""}
          error={props.messages.productIds}
          isShown={coverage === "PRODUCTS"}
          disabled={props.disabled}
          listLabel="Products that customers may add"
        />
      </div>
    </section>
  );
}

type OwnWords = { heading: string; cancelIntro: string; help: string };

/** Language of the portal, then the merchant's words in one language after the other. */
export function WordFields({
  language,
  own,
  ...props
}: SettingsProps & { language: keyof typeof LANGUAGE_NAMES; own: OwnWords }) {
  return (
    <section className="pn-card" aria-labelledby="words-title">
      <h2 id="words-title">Language and words</h2>
      <div className="pn-stack">
        <NativeSelect
          {...toField(props, "language")}
          data={Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label }))}
        />
        <Checkbox {...toTick(props, "followsBrowser")} />
        <nav className="pn-languages" aria-label="Language of the words below">
          {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
            <Link
              key={code}
              to={`?words=${code}`}
              lang={code}
              aria-current={code === language ? "page" : undefined}
              preventScrollReset
            >
              {name}
            </Link>
          ))}
        </nav>
        <input type="hidden" name="wordsLanguage" value={language} />
        <TextInput {...toField(props, "heading")} placeholder={own.heading} maxLength={80} dir="auto" />
        <Textarea {...toField(props, "welcome")} rows={2} maxLength={400} dir="auto" />
        <Textarea
          {...toField(props, "cancelIntro")}
          placeholder={own.cancelIntro}
          rows={2}
          maxLength={400}
          dir="auto"
        />
        <Textarea {...toField(props, "help")} placeholder={own.help} rows={2} maxLength={400} dir="auto" />
      </div>
    </section>
  );
}

/** Rows that are filled in, and one more. */
const SPARE_ROWS = 1;

export function ReasonFields({
  rows,
  language,
  ...props
}: SettingsProps & { rows: number; language: string }) {
  const filled = Array.from({ length: rows }, (_, row) => row).filter(
    (row) => props.values[`reason-${row}-text`],
  );
  const shown = Math.min(rows, (filled.at(-1) ?? -1) + 1 + SPARE_ROWS);
  return (
    <section className="pn-card" aria-labelledby="reasons-title">
      <h2 id="reasons-title">Reasons to cancel</h2>
      <p className="pn-card-text">
        In {language}. The one who chooses a reason gets its offer, once, beside an equally large way out. An
        empty row goes away.
      </p>
      <ol className="pn-cancel-reasons">
        {Array.from({ length: shown }, (_, row) => {
          const name = (part: string) => `reason-${row}-${part}`;
          return (
            <li key={name("text")}>
              <input type="hidden" name={name("id")} value={props.values[name("id")] ?? ""} />
              <TextInput
                {...toField(props, name("text"))}
                label={`Reason ${row + 1}`}
                maxLength={120}
                dir="auto"
              />
              <NativeSelect
                {...toField(props, name("offer"))}
                label="Offer"
                data={Object.entries(OFFER_WORDS).map(([value, label]) => ({ value, label }))}
              />
              <TextInput
                {...toField(props, name("code"))}
                className="pn-offer-code"
                label="Discount code"
                maxLength={255}
                autoComplete="off"
                spellCheck={false}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
