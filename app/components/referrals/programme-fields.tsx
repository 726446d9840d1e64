import { Radio, Textarea, TextInput } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useState } from "react";
import { CoveredProducts, type Product } from "~/components/discounts/covered-products";
import { fieldId } from "~/components/form-problem";
import { LANGUAGE_NAMES } from "~/features/portal/portal-settings-words";

export const PROGRAMME_LABELS = {
  isActive: "Programme",
  friendValueType: "Kind",
  friendValue: "Value for the friend",
  coverage: "Covers",
  productIds: "Products",
  friendValidDays: "Valid for (days)",
  friendCycleLimit: "Orders with the discount",
  referrerReward: "Given as",
  referrerValueType: "Kind of reward",
  referrerValue: "Value for the referrer",
  referrerValidDays: "Reward valid for (days)",
  headline: "Headline",
  offer: "Offer in a sentence",
  share: "Text to share",
};

type Props = {
  values: Record<string, string | undefined>;
  messages: Record<string, string | undefined>;
  currencyCode: string;
  disabled: boolean;
};

const toField = ({ values, messages, disabled }: Props, name: keyof typeof PROGRAMME_LABELS) => ({
  id: fieldId(name),
  name,
  label: PROGRAMME_LABELS[name],
  error: messages[name],
  defaultValue: values[name],
  disabled,
});

/** A few words to choose one of. */
function Choice(props: {
  form: Props;
  name: keyof typeof PROGRAMME_LABELS;
  options: readonly (readonly [value: string, label: string])[];
  value?: string;
  onChange?: (value: string) => void;
}) {
  const { form, name, options, value, onChange } = props;
  const held = onChange ? { value, onChange } : { defaultValue: form.values[name] };
  return (
    <Radio.Group name={name} label={PROGRAMME_LABELS[name]} error={form.messages[name]} {...held}>
      <div className="pn-radios">
        {options.map(([option, label], at) => (
          <Radio
            key={option}
            id={at === 0 ? fieldId(name) : undefined}
            value={option}
            label={label}
            disabled={form.disabled}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

const KINDS = [
  ["PERCENTAGE", "Percentage"],
  ["FIXED_AMOUNT", "Amount per order"],
] as const;

export function FriendFields({ products, ...form }: Props & { products: Product[] }) {
  const [kind, setKind] = useState(form.values.friendValueType ?? "PERCENTAGE");
  const [coverage, setCoverage] = useState(form.values.coverage ?? "ALL");
  return (
    <>
      <section className="pn-card" aria-labelledby="switch-title">
        <h2 id="switch-title">Programme</h2>
        <Choice
          form={form}
          name="isActive"
          options={[
            ["true", "On: customers see their link in the portal"],
            ["false", "Off: links say that the offer has ended"],
          ]}
        />
      </section>
      <section className="pn-card" aria-labelledby="friend-title">
        <h2 id="friend-title">For the friend</h2>
        <p className="pn-card-text">
          A code that works once, with the friend's e-mail, on their first contract.
        </p>
        <div className="pn-stack">
          <Choice form={form} name="friendValueType" options={KINDS} value={kind} onChange={setKind} />
          <TextInput
            {...toField(form, "friendValue")}
            className="pn-short"
            required
            withAsterisk={false}
            inputMode="decimal"
            autoComplete="off"
            rightSection={kind === "PERCENTAGE" ? "%" : form.currencyCode}
            rightSectionWidth={52}
          />
          <TextInput
            {...toField(form, "friendCycleLimit")}
            className="pn-short"
            description="Leave empty for every order."
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            {...toField(form, "friendValidDays")}
            className="pn-short"
            description="Counted from the day it is given. Leave empty for no end date."
            inputMode="numeric"
            autoComplete="off"
          />
          <Choice
            form={form}
            name="coverage"
            value={coverage}
            onChange={setCoverage}
            options={[
              ["ALL", "All products"],
              ["PRODUCTS", "Only these products"],
            ]}
          />
          <CoveredProducts
            known={products}
            value={form.values.productIds ?? ""}
            error={form.messages.productIds}
            isShown={coverage === "PRODUCTS"}
            disabled={form.disabled}
          />
        </div>
      </section>
    </>
  );
}

export function ReferrerFields(form: Props) {
  const [kind, setKind] = useState(form.values.referrerValueType ?? "PERCENTAGE");
  return (
    <section className="pn-card" aria-labelledby="referrer-title">
      <h2 id="referrer-title">For the referrer</h2>
      <p className="pn-card-text">
        Given when the friend's first order is paid, and only when customer, e-mail, payment method and
        address of both differ.
      </p>
      <div className="pn-stack">
        <Choice
          form={form}
          name="referrerReward"
          options={[
            ["CODE", "A code"],
            ["NEXT_ORDER", "A discount on their next order"],
          ]}
        />
        <Choice form={form} name="referrerValueType" options={KINDS} value={kind} onChange={setKind} />
        <TextInput
          {...toField(form, "referrerValue")}
          className="pn-short"
          required
          withAsterisk={false}
          inputMode="decimal"
          autoComplete="off"
          rightSection={kind === "PERCENTAGE" ? "%" : form.currencyCode}
          rightSectionWidth={52}
        />
        <TextInput
          {...toField(form, "referrerValidDays")}
          className="pn-short"
          description="For a code. Leave empty for no end date."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </section>
  );
}

/** The merchant's own words in one language; what stays empty keeps the programme's. */
export function ProgrammeWords({
  language,
  own,
  ...form
}: Props & {
  language: keyof typeof LANGUAGE_NAMES;
  own: { headline: string; offer: string; share: string };
}) {
  return (
    <section className="pn-card" aria-labelledby="words-title">
      <h2 id="words-title">Words</h2>
      <div className="pn-stack">
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
        <TextInput {...toField(form, "headline")} placeholder={own.headline} maxLength={80} dir="auto" />
        <Textarea {...toField(form, "offer")} placeholder={own.offer} rows={2} maxLength={200} dir="auto" />
        <Textarea
          {...toField(form, "share")}
          description="Customers find it in their portal; their link comes after it."
          placeholder={own.share}
          rows={2}
          maxLength={300}
          dir="auto"
        />
      </div>
    </section>
  );
}
