import { useState } from "react";
import type { AddressInput } from "~/features/contracts/operations/definition/staff-dialog";
import { MAX_LINE_OF_TEXT } from "~/lib/limits";
import { SelectField, TextField } from "~/ui/form/form-fields";
import { useFormState } from "~/ui/form/form-state";

/** Labels of the fields, for the form that holds them. */
export const ADDRESS_LABELS = {
  countryCode: "Country",
  firstName: "First name",
  lastName: "Last name",
  company: "Company (optional)",
  address1: "Street and number",
  address2: "Apartment, floor (optional)",
  zip: "Postcode",
  city: "City",
  province: "State or province (optional)",
  provinceCode: "State or province",
  phone: "Phone (optional)",
};

type Props = Omit<AddressInput, "kind"> & {
  /** For orders that may not be shipped at all: the server reports what is missing. */
  isOptional?: boolean;
};

const REQUIRED = new Set<string>(["firstName", "lastName", "address1", "city"]);
const HALF = new Set<string>(["firstName", "lastName", "zip", "city", "province", "phone"]);
const BEFORE_PROVINCE = ["firstName", "lastName", "company", "address1", "address2", "zip", "city"] as const;

/**
 * A shipping address, with its fields in the usual order. The state is chosen from a list in countries whose addresses
 * have one.
 */
export function AddressFields({ address, countries, provinces, isOptional = false }: Props) {
  const { read, error } = useFormState();
  const [country, setCountry] = useState(String(read("countryCode") ?? address.countryCode ?? ""));
  const toText = (part: (typeof BEFORE_PROVINCE)[number] | "province" | "phone") => (
    <TextField
      key={part}
      name={part}
      error={error(part) ?? (part === "province" ? error("provinceCode") : undefined)}
      initial={address[part] ?? ""}
      required={!isOptional && REQUIRED.has(part)}
      maxLength={MAX_LINE_OF_TEXT}
      data-half={HALF.has(part) || undefined}
    />
  );
  const choices = provinces[country];
  return (
    <div className="pn-address-fields pn-level">
      <SelectField
        name="countryCode"
        initial={country}
        onChoose={setCountry}
        options={[{ value: "", label: "Choose" }, ...countries]}
      />
      {BEFORE_PROVINCE.map(toText)}
      {choices ? (
        <SelectField
          key={country}
          name="provinceCode"
          error={error("provinceCode") ?? error("province")}
          initial={address.provinceCode ?? ""}
          options={[{ value: "", label: "Choose" }, ...choices]}
          data-half
        />
      ) : (
        toText("province")
      )}
      {toText("phone")}
    </div>
  );
}
