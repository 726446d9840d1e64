import type { ReactNode } from "react";
import { Field } from "~/features/customer-pages/portal-parts";
import type { AddressChoices } from "./address-choices.server";
import { FormPage } from "./form-page";
import type { ContractPageProps } from "./page-state";

/** Autofill tokens of the parts of a name and an address, with their maximum lengths. */
const AUTOFILL = {
  firstName: ["given-name", 100],
  lastName: ["family-name", 100],
  company: ["organization", 200],
  address1: ["address-line1", 200],
  address2: ["address-line2", 200],
  zip: ["postal-code", 20],
  city: ["address-level2", 100],
  province: ["address-level1", 100],
  phone: ["tel", 40],
} as const;

type TextName = keyof typeof AUTOFILL;

/** Languages in which the family name comes first. */
const FAMILY_NAME_FIRST = new Set<string>(["ja", "ko", "zh-Hans", "zh-Hant"]);
const OPTIONAL = new Set<TextName>(["company", "address2", "province", "phone"]);

export function AddressPage(props: ContractPageProps & { banner: ReactNode } & AddressChoices) {
  const { portal, contract, refusal, countries, provinces } = props;
  const { address: texts, optional } = portal.texts;
  const stored = contract.delivery.address;
  const text = (name: TextName) => (
    <Field
      name={name}
      label={texts[name]}
      error={refusal?.fields[name]}
      optional={OPTIONAL.has(name) ? optional : undefined}
    >
      {(control) => (
        <input
          {...control}
          type={name === "phone" ? "tel" : "text"}
          dir="auto"
          autoComplete={AUTOFILL[name][0]}
          maxLength={AUTOFILL[name][1]}
          defaultValue={refusal?.submitted[name] ?? stored?.[name] ?? ""}
        />
      )}
    </Field>
  );
  const names = FAMILY_NAME_FIRST.has(portal.locale.language)
    ? [text("lastName"), text("firstName")]
    : [text("firstName"), text("lastName")];
  return (
    <FormPage
      {...props}
      title={texts.title}
      lead={texts.intro}
      intent="address"
      view="address"
      submit={portal.texts.save}
    >
      <Field name="country" label={texts.country} error={refusal?.fields.country}>
        {(control) => (
          <select {...control} autoComplete="country" defaultValue={props.country}>
            <Options choices={countries} />
          </select>
        )}
      </Field>
      <div className="two">
        {names[0]}
        {names[1]}
      </div>
      {text("company")}
      {text("address1")}
      {text("address2")}
      <div className="two">
        {text("zip")}
        {text("city")}
      </div>
      <div className="two">
        {provinces.length === 0 ? (
          text("province")
        ) : (
          <Field name="province" label={texts.province} error={refusal?.fields.province}>
            {(control) => (
              <select
                {...control}
                name="provinceCode"
                autoComplete="address-level1"
                defaultValue={props.province}
              >
                <Options choices={provinces} />
              </select>
            )}
          </Field>
        )}
        {text("phone")}
      </div>
    </FormPage>
  );
}

const Options = ({ choices }: { choices: AddressChoices["countries"] }) => (
  <>
    <option value="" />
    {choices.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </>
);
