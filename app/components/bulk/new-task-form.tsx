import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Form, Link, useNavigation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { FormProblem, fieldId, toFieldMessages, toSubmitted } from "~/components/form-problem";
import type { ListSelection, NewTaskPage } from "~/features/bulk-automations/automation-page";
import type { BulkChange } from "~/features/bulk-automations/bulk-change";
import type { ActionResult } from "~/http/problem";

type Props = { page: NewTaskPage; currencyCode: string; result: ActionResult<unknown> | undefined };

const CHANGES: { value: BulkChange; label: string; note: string }[] = [
  { value: "DELIVERY_PRICE", label: "Delivery price", note: "Set, raise or cut it" },
  { value: "PAUSE", label: "Pause", note: "Active contracts stop until they are resumed" },
  { value: "RESUME", label: "Resume", note: "Paused, failed and cancelled contracts become active" },
  { value: "CANCEL", label: "Cancel", note: "Active, paused and failed contracts end" },
];

/** Which contracts, and what is to be done with them; leads to a preview. The boxes open by style sheet: no script needed. */
export function NewTaskForm({ page, currencyCode, result }: Props) {
  const messages = toFieldMessages(result);
  const submitted = toSubmitted(result);
  const isBusy = useNavigation().state === "submitting";
  const { selection } = page;
  const scope = submitted.scope ?? selection?.type ?? "all";
  const change = submitted.change ?? page.change;
  return (
    <Form
      method="post"
      action={`?intent=preview${toKept(page)}`}
      className="pn-card"
      aria-label="New bulk change"
    >
      <FormProblem
        result={result}
        labels={{ amount: "Delivery price", change: "Change", scope: "Contracts" }}
      />
      <div className="pn-stack">
        <fieldset className="pn-choices" id={fieldId("scope")} tabIndex={-1}>
          <legend>Contracts</legend>
          {selection && <Selected selection={selection} current={scope} />}
          <Choice name="scope" value="all" current={scope}>
            All contracts <span className="pn-dimmed pn-number">{page.all}</span>
          </Choice>
          <p className="pn-choice-hint">
            {selection ? "To choose others, go back to the " : "For only some of them, select those in the "}
            <Link
              to={selection?.type === "filter" ? `/admin/contracts?${selection.search}` : "/admin/contracts"}
            >
              contract list
            </Link>
            .
          </p>
        </fieldset>
        <fieldset className="pn-choices" id={fieldId("change")} tabIndex={-1}>
          <legend>Change</legend>
          {CHANGES.map(({ value, label, note }) => (
            <Fragment key={value}>
              <Choice name="change" value={value} current={change}>
                {label}
                <span className="pn-choice-note">{note}</span>
              </Choice>
              {value === "DELIVERY_PRICE" && (
                <PriceFields currencyCode={currencyCode} submitted={submitted} error={messages.amount} />
              )}
            </Fragment>
          ))}
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
function toKept({ selection }: NewTaskPage): string {
  if (!selection) return "";
  const kept =
    selection.type === "ids" ? `ids=${selection.ids}` : `filter=${encodeURIComponent(selection.search)}`;
  return `&${kept}`;
}

/** What the list has handed over; the form takes it along. */
function Selected({ selection, current }: { selection: ListSelection; current: string }) {
  const isFilter = selection.type === "filter";
  return (
    <>
      <Choice name="scope" value={selection.type} current={current}>
        {isFilter ? "All that match the list’s filters" : "Selected contracts"}{" "}
        <span className="pn-dimmed pn-number">{selection.count}</span>
        <span className="pn-choice-note">{selection.words.join(isFilter ? " · " : ", ")}</span>
      </Choice>
      {isFilter ? (
        <input type="hidden" name="filter" value={selection.search} />
      ) : (
        <input type="hidden" name="ids" value={selection.ids} />
      )}
    </>
  );
}

type ChoiceProps = { name: "scope" | "change"; value: string; current: string; children: ReactNode };

function Choice({ name, value, current, children }: ChoiceProps) {
  return (
    <label className="pn-choice">
      <input type="radio" name={name} value={value} defaultChecked={value === current} />
      <span>{children}</span>
    </label>
  );
}

const PRICE_WAYS = [
  { value: "SET", label: "Set to a price" },
  { value: "RAISE_AMOUNT", label: "Raise by an amount" },
  { value: "RAISE_PERCENT", label: "Raise by per cent" },
  { value: "CUT_AMOUNT", label: "Cut by an amount" },
  { value: "CUT_PERCENT", label: "Cut by per cent" },
];

type PriceProps = {
  currencyCode: string;
  submitted: Record<string, string | undefined>;
  error: string | undefined;
};

/** The unit beside the number follows the way by style sheet. */
function PriceFields({ currencyCode, submitted, error }: PriceProps) {
  return (
    <div className="pn-price-fields">
      <NativeSelect name="price" label="How" data={PRICE_WAYS} defaultValue={submitted.price ?? "SET"} />
      <TextInput
        id={fieldId("amount")}
        name="amount"
        label="How much"
        inputMode="decimal"
        autoComplete="off"
        rightSection={
          <span className="pn-dimmed">
            <span data-unit="money">{currencyCode}</span>
            <span data-unit="percent">%</span>
          </span>
        }
        rightSectionWidth={56}
        error={error}
        defaultValue={submitted.amount}
      />
      <p className="pn-choice-hint">
        The price of each delivery, rounded as {currencyCode} amounts are. Orders already placed keep their
        price.
      </p>
    </div>
  );
}
