import { API_AREAS } from "~/access/api-scopes";
import { AREA_LABELS } from "~/features/api-keys/api-key-labels";
import type { ActionResult } from "~/lib/problem";
import { AnsweredFields, SubmitRow } from "~/ui/form/answered-fields";
import type { Choices } from "~/ui/form/choice-fields";
import { Form } from "~/ui/form/form";
import { fieldsNamed } from "~/ui/form/named-fields";
import { useSentIntent } from "~/ui/hooks/use-form-of";

const LABELS = {
  name: "Name",
  scope: "Access",
  contracts: AREA_LABELS.contracts.label,
  orders: AREA_LABELS.orders.label,
  bundles: AREA_LABELS.bundles.label,
  bulk: AREA_LABELS.bulk.label,
  webhooks: AREA_LABELS.webhooks.label,
  settings: AREA_LABELS.settings.label,
  expires: "Expires",
  expiresOn: "Last day",
  addresses: "Allowed addresses",
};

const { TextField, ChoiceField, SelectField, TextAreaField } = fieldsNamed<keyof typeof LABELS>();

const SCOPES: Choices = [
  ["read", "Read", "Everything the API shows."],
  ["write", "Read and write", "Everything the API can do."],
  ["areas", "Some areas only", "Choose the access to each area."],
];

const LEVELS = [
  { value: "none", label: "No access" },
  { value: "read", label: "Read" },
  { value: "write", label: "Read and write" },
];

const EXPIRIES: Choices = [
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["day", "On a day"],
  ["never", "Never"],
];

type Props = {
  result: ActionResult<unknown> | undefined;
  /** `2026-11-21`, in the shop's time zone. */
  today: string;
};

/** A new key. Styles show the fields that belong to a choice, so that it needs no scripts. */
export function ApiKeyForm({ result, today }: Props) {
  const isBusy = useSentIntent() === "create";
  return (
    <Form method="post" action="?intent=create" className="pn-card ak-form" aria-labelledby="create-title">
      <h2 id="create-title">Create a key</h2>
      <AnsweredFields answer={result} labels={LABELS} values={{ scope: "read", expires: "never" }}>
        <div className="pn-stack">
          <TextField
            name="name"
            description="What will use the key, such as “Warehouse sync”."
            required
            maxLength={100}
          />
          <ChoiceField name="scope" options={SCOPES} />
          <div className="pn-grid ak-areas">
            {API_AREAS.map((area) => (
              <SelectField key={area} name={area} description={AREA_LABELS[area].holds} options={LEVELS} />
            ))}
          </div>
          <ChoiceField name="expires" options={EXPIRIES} />
          <div className="ak-day">
            <TextField
              name="expiresOn"
              type="date"
              min={today}
              isShort
              description="The key works until the end of this day."
            />
          </div>
          <TextAreaField
            name="addresses"
            rows={2}
            maxLength={5000}
            placeholder="203.0.113.0/24"
            description="Addresses and networks (IPv4 or IPv6) that may use the key, one per line. Leave empty for any."
          />
          <SubmitRow isBusy={isBusy}>Create key</SubmitRow>
        </div>
      </AnsweredFields>
    </Form>
  );
}
