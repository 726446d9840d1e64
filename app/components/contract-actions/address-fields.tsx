import { NativeSelect, TextInput } from "@mantine/core";
import { EDIT_LABELS } from "~/components/contract-actions/edit-fields";
import { fieldId } from "~/components/form-problem";
import type { EditDialogView } from "~/features/contract-actions/contract-edits";

type Props = Pick<Extract<EditDialogView["fields"], { edit: "address" }>, "address" | "countries"> & {
  messages: Record<string, string | undefined>;
  submitted: Record<string, string | undefined>;
};

const PARTS = [
  "firstName",
  "lastName",
  "company",
  "address1",
  "address2",
  "zip",
  "city",
  "provinceCode",
  "phone",
] as const;
const REQUIRED = new Set<string>(["firstName", "lastName", "address1", "city"]);
const HALF = new Set<string>(["firstName", "lastName", "zip", "city", "provinceCode", "phone"]);

/** Where to, in the order that most countries write it. */
export function AddressFields({ address, countries, messages, submitted }: Props) {
  return (
    <div className="ct-address-fields">
      <NativeSelect
        id={fieldId("countryCode")}
        name="countryCode"
        label={EDIT_LABELS.countryCode}
        error={messages.countryCode}
        defaultValue={submitted.countryCode ?? address.countryCode ?? ""}
        data={[{ value: "", label: "Choose" }, ...countries]}
      />
      {PARTS.map((part) => (
        <TextInput
          key={part}
          id={fieldId(part)}
          name={part}
          label={EDIT_LABELS[part]}
          error={messages[part]}
          defaultValue={submitted[part] ?? address[part] ?? ""}
          required={REQUIRED.has(part)}
          withAsterisk={false}
          maxLength={255}
          autoComplete="off"
          data-half={HALF.has(part) || undefined}
        />
      ))}
    </div>
  );
}
