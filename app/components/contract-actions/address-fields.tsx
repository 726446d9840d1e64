import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { EDIT_LABELS } from "~/components/contract-actions/edit-fields";
import { fieldId } from "~/components/form-problem";
import type { EditDialogView } from "~/features/contract-actions/contract-edits";
import { MAX_LINE_OF_TEXT } from "~/lib/limits";

type Props = Pick<
  Extract<EditDialogView["fields"], { edit: "address" }>,
  "address" | "countries" | "provinces"
> & {
  messages: Record<string, string | undefined>;
  submitted: Record<string, string | undefined>;
};

const REQUIRED = new Set<string>(["firstName", "lastName", "address1", "city"]);
const HALF = new Set<string>(["firstName", "lastName", "zip", "city", "province", "phone"]);
type TextPart =
  | "firstName"
  | "lastName"
  | "company"
  | "address1"
  | "address2"
  | "zip"
  | "city"
  | "province"
  | "phone";

/** Where to, in the order that most countries write it. The state is chosen from a list where addresses name one. */
export function AddressFields({ address, countries, provinces, messages, submitted }: Props) {
  const [country, setCountry] = useState(submitted.countryCode ?? address.countryCode ?? "");
  const toText = (part: TextPart) => (
    <TextInput
      key={part}
      id={fieldId(part)}
      name={part}
      label={EDIT_LABELS[part]}
      error={messages[part] ?? (part === "province" ? messages.provinceCode : undefined)}
      defaultValue={submitted[part] ?? address[part] ?? ""}
      required={REQUIRED.has(part)}
      withAsterisk={false}
      maxLength={MAX_LINE_OF_TEXT}
      autoComplete="off"
      data-half={HALF.has(part) || undefined}
    />
  );
  const choices = provinces[country];
  return (
    <div className="ct-address-fields">
      <NativeSelect
        id={fieldId("countryCode")}
        name="countryCode"
        label={EDIT_LABELS.countryCode}
        error={messages.countryCode}
        defaultValue={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        data={[{ value: "", label: "Choose" }, ...countries]}
      />
      {(["firstName", "lastName", "company", "address1", "address2", "zip", "city"] as const).map(toText)}
      {choices ? (
        <NativeSelect
          key={country}
          id={fieldId("provinceCode")}
          name="provinceCode"
          label={EDIT_LABELS.provinceCode}
          error={messages.provinceCode ?? messages.province}
          defaultValue={submitted.provinceCode ?? address.provinceCode ?? ""}
          data={[{ value: "", label: "Choose" }, ...choices]}
          data-half
        />
      ) : (
        toText("province")
      )}
      {toText("phone")}
    </div>
  );
}
