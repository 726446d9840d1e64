import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { Form, Link, useNavigation } from "@remix-run/react";
import { type ChangeEvent, type ReactNode, useRef, useState } from "react";
import { FormProblem, fieldId, findProblem, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { useHydrated } from "~/components/use-hydrated";
import type { NewTaskPage } from "~/features/bulk-automations/automation-page";
import type { ActionResult } from "~/http/problem";
import { formatCount } from "~/lib/format";

type Props = { page: NewTaskPage; currencyCode: string; result: ActionResult<unknown> | undefined };
type Scope = "all" | "filter" | "ids";

const STATUSES = [
  { value: "PAUSED", label: "Pause them" },
  { value: "ACTIVE", label: "Resume them" },
  { value: "CANCELLED", label: "Cancel them" },
];

/** Which contracts, and what is to become of them; leads to a preview. The boxes open by style sheet: no script needed. */
export function NewTaskForm({ page, currencyCode, result }: Props) {
  const messages = toFieldMessages(result);
  const submitted = toSubmitted(result);
  const isBusy = useNavigation().state === "submitting";
  const preset: Scope = page.filter ? "filter" : page.ids ? "ids" : "all";
  return (
    <Form method="post" action={`?intent=preview${toKept(page)}`} className="pn-card" aria-label="New task">
      <FormProblem
        result={result}
        labels={{
          deliveryPrice: "New delivery price",
          status: "What to change",
          scope: "Contracts",
          ids: "Ids",
        }}
      />
      <div className="pn-stack">
        <fieldset className="pn-choices" id={fieldId("scope")}>
          <legend>Contracts</legend>
          <Choice name="scope" value="all" current={submitted.scope ?? preset}>
            All contracts <span className="pn-dimmed pn-number">{page.all}</span>
          </Choice>
          {page.filter && (
            <Choice name="scope" value="filter" current={submitted.scope ?? preset}>
              Contracts that match the list’s filters{" "}
              <span className="pn-dimmed pn-number">{page.filter.count}</span>
              <span className="pn-choice-note">{page.filter.words.join(" · ") || "No filter"}</span>
            </Choice>
          )}
          <Choice name="scope" value="ids" current={submitted.scope ?? preset}>
            Selected contracts, by ID
          </Choice>
          <div className="pn-choice-more" data-of="ids">
            <IdsField defaultValue={submitted.ids ?? page.ids} error={messages.ids} result={result} />
          </div>
        </fieldset>
        {page.filter && <input type="hidden" name="filter" value={page.filter.search} />}
        <fieldset className="pn-choices" data-kinds>
          <legend>Change</legend>
          <Choice name="kind" value="DELIVERY_PRICE" current={submitted.kind ?? "DELIVERY_PRICE"}>
            Delivery price
          </Choice>
          <Choice name="kind" value="CONTRACT_STATUS" current={submitted.kind ?? "DELIVERY_PRICE"}>
            Status <span className="pn-dimmed">Pause, resume or cancel</span>
          </Choice>
          <div className="pn-choice-more" data-of="DELIVERY_PRICE">
            <TextInput
              id={fieldId("deliveryPrice")}
              name="deliveryPrice"
              label="New delivery price"
              description={`For each delivery, in ${currencyCode}. Orders already placed keep their price.`}
              inputMode="decimal"
              autoComplete="off"
              rightSection={<span className="pn-dimmed">{currencyCode}</span>}
              rightSectionWidth={56}
              className="pn-short-field"
              error={messages.deliveryPrice}
              defaultValue={submitted.deliveryPrice}
            />
          </div>
          <div className="pn-choice-more" data-of="CONTRACT_STATUS">
            <NativeSelect
              id={fieldId("status")}
              name="status"
              label="What to change"
              data={STATUSES}
              className="pn-short-field"
              error={messages.status}
              defaultValue={submitted.status}
            />
          </div>
        </fieldset>
        <div className="pn-actions">
          <Button type="submit" loading={isBusy}>
            Preview
          </Button>
          <Button component={Link} to="/admin/bulk-automations" variant="default">
            Back
          </Button>
        </div>
        <p className="pn-dimmed pn-flat">
          Nothing changes yet. The preview shows what would happen to each contract.
        </p>
      </div>
    </Form>
  );
}

/** A refused form comes back to the same address. */
function toKept({ filter, ids }: NewTaskPage): string {
  if (filter) return `&filter=${encodeURIComponent(filter.search)}`;
  return ids ? `&ids=${encodeURIComponent(ids.split("\n").join(","))}` : "";
}

type ChoiceProps = { name: "scope" | "kind"; value: string; current: string; children: ReactNode };

function Choice({ name, value, current, children }: ChoiceProps) {
  return (
    <label className="pn-choice">
      <input type="radio" name={name} value={value} defaultChecked={value === current} />
      <span>{children}</span>
    </label>
  );
}

const WRONG_SHOWN = 10;

type IdsProps = {
  defaultValue: string;
  error: string | undefined;
  result: ActionResult<unknown> | undefined;
};

/** Pasted, or read from a file by the browser; what is wrong among them is named one by one. */
function IdsField({ defaultValue, error, result }: IdsProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [fileName, setFileName] = useState("");
  const isHydrated = useHydrated();
  const problem = findProblem(result);
  const wrong = (problem?.errors ?? [])
    .filter(({ pointer }) => pointer === "/ids")
    .map(({ detail }) => detail);
  const total = (problem?.errorsTotal ?? 0) > 0 ? (problem?.errorsTotal ?? 0) : wrong.length;
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    if (!file || !ref.current) return;
    ref.current.value = await file.text();
    setFileName(file.name);
  };
  return (
    <>
      <Textarea
        ref={ref}
        id={fieldId("ids")}
        name="ids"
        label="Ids"
        description="As shown in the contract list, separated by commas, spaces or line breaks."
        rows={4}
        spellCheck={false}
        error={wrong.length > 1 ? `${formatCount(total)} of them are not valid:` : error}
        defaultValue={defaultValue}
      />
      {wrong.length > 1 && (
        <ul className="pn-wrong-ids" aria-label="IDs that are not valid">
          {wrong.slice(0, WRONG_SHOWN).map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
          {total > WRONG_SHOWN && <li>and {formatCount(total - WRONG_SHOWN)} more</li>}
        </ul>
      )}
      {isHydrated && (
        <label className="pn-upload">
          <span>Or from a file of IDs</span>
          <input type="file" accept=".txt,.csv,text/plain,text/csv" onChange={read} />
          {fileName && <span role="status">{fileName} is in the field above.</span>}
        </label>
      )}
    </>
  );
}
