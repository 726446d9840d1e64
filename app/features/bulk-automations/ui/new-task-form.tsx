import { Button, NativeSelect, TextInput, type TextInputProps } from "@mantine/core";
import { Link, useNavigation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import type {
  ChoiceView,
  ListSelection,
  NewTaskPage,
  PickLists,
} from "~/features/bulk-automations/automation-page";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { FilterForm } from "~/ui/list/filter-form";
import { FormProblem, fieldId, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";

type Props = { page: NewTaskPage; currencyCode: string; result: ActionResult<unknown> | undefined };

/**
 * Selects contracts and a change; submits to a preview. The fields of a choice open by style sheet, without a script.
 */
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
      <FormProblem result={result} labels={{ ...toLabels(page), change: "Change", scope: "Contracts" }} />
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
          {page.choices.map((choice) => (
            <Fragment key={choice.value}>
              <Choice name="change" value={choice.value} current={change}>
                {choice.label}
                <span className="pn-choice-note">{choice.note}</span>
              </Choice>
              {choice.inputs.length > 0 && (
                <ChoiceFields
                  choice={choice}
                  currencyCode={currencyCode}
                  lists={page.lists}
                  isSearched={page.names.isNeeded && page.names.text !== ""}
                  submitted={submitted}
                  messages={messages}
                />
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

/** A refused form returns to the same address. */
function toKept({ selection, names }: NewTaskPage): string {
  const kept = new URLSearchParams({
    ...(selection?.type === "ids" && { ids: selection.ids }),
    ...(selection?.type === "filter" && { filter: selection.search }),
    ...(names.text !== "" && { names: names.text }),
  });
  return kept.size > 0 ? `&${kept}` : "";
}

/** For shops with more products or plans than a picker lists. Sends the rest of the address along. */
export function NameSearch({ selection, change, names }: NewTaskPage) {
  return (
    <FilterForm role="search" className="pn-card pn-stack" preventScrollReset>
      <TextInput
        type="search"
        name="names"
        label="Find products and plans"
        description="Lists below show the first 500. Enter part of a name; of several, with commas between them."
        defaultValue={names.text}
        maxLength={255}
        autoComplete="off"
      />
      {change !== null && <input type="hidden" name="change" value={change} />}
      {selection?.type === "ids" && <input type="hidden" name="ids" value={selection.ids} />}
      {selection?.type === "filter" && <input type="hidden" name="filter" value={selection.search} />}
      <div className="pn-actions">
        <Button type="submit" variant="default">
          Search
        </Button>
      </div>
    </FilterForm>
  );
}

/** The list's selection, which the form sends along. */
function Selected({ selection, current }: { selection: ListSelection; current: string }) {
  const isFilter = selection.type === "filter";
  return (
    <>
      <Choice name="scope" value={selection.type} current={current}>
        {isFilter ? "All that match the list’s filters" : "Selected contracts"}{" "}
        <span className="pn-dimmed pn-number">{selection.count}</span>
        <span className="pn-choice-note">{selection.labels.join(isFilter ? " · " : ", ")}</span>
      </Choice>
      {isFilter ? (
        <input type="hidden" name="filter" value={selection.search} />
      ) : (
        <input type="hidden" name="ids" value={selection.ids} />
      )}
    </>
  );
}

type ChoiceProps = { name: "scope" | "change"; value: string; current: string | null; children: ReactNode };

function Choice({ name, value, current, children }: ChoiceProps) {
  return (
    <label className="pn-choice">
      <input type="radio" name={name} value={value} defaultChecked={value === current} />
      <span>{children}</span>
    </label>
  );
}

/** Errors of a field are shown under the name of its choice, and under its own if the choice has several to fill in. */
const toLabels = ({ choices }: NewTaskPage): Record<string, string> =>
  Object.fromEntries(
    choices.flatMap(({ label, inputs }) => {
      const filled = inputs.filter(({ type }) => type !== "select");
      return filled.map((input) => [
        input.name,
        filled.length === 1 ? label : `${label}, ${input.label.toLowerCase()}`,
      ]);
    }),
  );

type FieldsProps = {
  choice: ChoiceView;
  currencyCode: string;
  lists: PickLists;
  isSearched: boolean;
  submitted: Record<string, string | undefined>;
  messages: Record<string, string | undefined>;
};

/** Shown while the choice above is checked; the unit beside a number follows the option. Both by style sheet. */
function ChoiceFields({
  choice: { inputs, hint },
  currencyCode,
  lists,
  isSearched,
  submitted,
  messages,
}: FieldsProps) {
  return (
    <div className="pn-choice-fields">
      {inputs.map((input) => {
        const { name, label } = input;
        const shared = {
          id: fieldId(name),
          name,
          label,
          error: messages[name],
          defaultValue: submitted[name],
        };
        if (input.type === "select")
          return (
            <NativeSelect key={name} {...shared}>
              {input.options.map(({ value, label, isPercent }) => (
                <option key={value} value={value} data-percent={isPercent || undefined}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          );
        if (input.type === "pick")
          return (
            <NativeSelect key={name} {...shared}>
              <option value="">
                {lists[input.from].length > 0 ? "Choose …" : isSearched ? "None found" : "None there yet"}
              </option>
              {lists[input.from].map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          );
        return (
          <TextInput
            key={name}
            {...shared}
            autoComplete="off"
            type={input.type === "date" ? "date" : "text"}
            {...(input.type === "amount" && toAmountProps(currencyCode))}
          />
        );
      })}
      {hint !== null && <p className="pn-choice-hint">{hint}</p>}
    </div>
  );
}

const toAmountProps = (currencyCode: string): TextInputProps => ({
  inputMode: "decimal",
  rightSection: (
    <span className="pn-dimmed">
      <span data-unit="money">{currencyCode}</span>
      <span data-unit="percent">%</span>
    </span>
  ),
  rightSectionWidth: 56,
});
