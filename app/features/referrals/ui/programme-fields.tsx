import { useState } from "react";
import { VALUE_TYPES } from "~/features/discounts/ui/code-fields";
import { CoveredProducts, type Product } from "~/features/discounts/ui/covered-products";
import { LANGUAGE_NAMES } from "~/features/portal-settings/portal-settings-labels";
import type { FieldValue } from "~/ui/form/form-state";
import { LanguageTabs } from "~/ui/form/language-tabs";
import { fieldsNamed } from "~/ui/form/named-fields";
import { Card, FormCard } from "~/ui/parts/card";

export const PROGRAMME_LABELS = {
  isActive: "Programme",
  friendValueType: "Kind",
  friendValue: "Value for the friend",
  coverage: "Covers",
  productIds: "Products",
  friendValidDays: "Days the code is valid",
  friendCycleLimit: "Orders with the discount",
  codeDelivery: "How friends get their code",
  referrerReward: "Reward",
  referrerValueType: "Kind of reward",
  referrerValue: "Value for the referrer",
  referrerValidDays: "Days the reward is valid",
  headline: "Headline",
  offer: "Offer in a sentence",
  share: "Message to share",
};

type Props = { values: Record<string, FieldValue>; currencyCode: string };

const { TextField, TextAreaField, ChoiceField } = fieldsNamed<keyof typeof PROGRAMME_LABELS>();

export function FriendFields({ products, ...form }: Props & { products: Product[] }) {
  return (
    <>
      <Card title="Programme">
        <ChoiceField
          name="isActive"
          options={[
            ["true", "On: customers see their link in the portal"],
            ["false", "Off: links say that the offer isn’t available"],
          ]}
        />
      </Card>
      <FormCard
        title="For the friend"
        note="A code that works once, with the friend's e-mail, on their first contract."
      >
        <ValueFields {...form} type="friendValueType" value="friendValue" />
        <TextField
          name="friendCycleLimit"
          isShort
          description="Leave empty for every order."
          inputMode="numeric"
        />
        <TextField
          name="friendValidDays"
          isShort
          description="From the day it is given. Leave empty for no limit."
          inputMode="numeric"
        />
        <CoveredProducts known={products} />
      </FormCard>
      <Card title="Welcome code">
        <ChoiceField
          name="codeDelivery"
          options={[
            [
              "SHOW",
              "On the page at once, and by e-mail",
              "Anyone with a link can find out whether an e-mail address is new to your shop.",
            ],
            ["MAIL", "By e-mail only", "Everyone sees the same answer. Only new friends get an e-mail."],
          ]}
        />
      </Card>
    </>
  );
}

export function ReferrerFields(form: Props) {
  return (
    <FormCard
      title="For the referrer"
      note="Given when the friend's first order is paid, and only when customer, e-mail, payment method and address of both differ."
    >
      <ChoiceField
        name="referrerReward"
        options={[
          ["CODE", "A code"],
          ["NEXT_ORDER", "A discount on their next order"],
        ]}
      />
      <ValueFields {...form} type="referrerValueType" value="referrerValue" />
      <TextField
        name="referrerValidDays"
        isShort
        description="For a code. Leave empty for no limit."
        inputMode="numeric"
      />
    </FormCard>
  );
}

type ValueProps = Props & {
  type: "friendValueType" | "referrerValueType";
  value: "friendValue" | "referrerValue";
};

function ValueFields({ values, currencyCode, type, value }: ValueProps) {
  const [kind, setKind] = useState(values[type]);
  return (
    <>
      <ChoiceField name={type} options={VALUE_TYPES} onChoose={setKind} />
      <TextField
        name={value}
        isShort
        required
        inputMode="decimal"
        suffix={kind === "PERCENTAGE" ? "%" : currencyCode}
      />
    </>
  );
}

type TextsProps = {
  language: keyof typeof LANGUAGE_NAMES;
  own: { headline: string; offer: string; share: string };
};

/** The merchant's own texts in one language; empty fields use the programme's. */
export const ProgrammeTexts = ({ language, own }: TextsProps) => (
  <FormCard title="Words">
    <LanguageTabs names={LANGUAGE_NAMES} language={language} />
    <TextField name="headline" placeholder={own.headline} maxLength={80} dir="auto" />
    <TextAreaField name="offer" placeholder={own.offer} rows={2} maxLength={200} dir="auto" />
    <TextAreaField
      name="share"
      description="Customers find it in their portal. Their link follows it."
      placeholder={own.share}
      rows={2}
      maxLength={300}
      dir="auto"
    />
  </FormCard>
);
