import { Checkbox } from "@mantine/core";
import { useId } from "react";
import type { DialogInput, DialogOption } from "~/features/contracts/operations/definition/staff-dialog";
import { ChoiceField, TickField } from "~/ui/form/choice-fields";
import { SelectField, TextAreaField, TextField } from "~/ui/form/form-fields";
import { useFormState } from "~/ui/form/form-state";
import { NumberField } from "~/ui/form/number-field";
import { ADDRESS_LABELS, AddressFields } from "./address-fields";
import { AttributeRows } from "./attribute-rows";

/** Labels by name, for the error summary. */
export const toLabels = (rows: DialogInput[][]): Record<string, string> =>
  Object.assign(
    {},
    ...rows
      .flat()
      .map((input) =>
        input.kind === "address" ? ADDRESS_LABELS : "label" in input ? { [input.name]: input.label } : {},
      ),
  );

const toKey = (input: DialogInput): string => ("name" in input ? input.name : input.kind);

/** The fields of a dialog, in rows. */
export const DialogFields = ({ rows }: { rows: DialogInput[][] }) =>
  rows.map((row) => {
    const inputs = row.map((input) => <DialogField key={toKey(input)} input={input} />);
    if (row.length === 1) return inputs;
    return (
      <div key={row.map(toKey).join()} className="pn-unequal pn-level">
        {inputs}
      </div>
    );
  });

function DialogField({ input }: { input: DialogInput }) {
  const { read } = useFormState();
  switch (input.kind) {
    case "hidden":
      return <input type="hidden" name={input.name} value={input.value} />;
    case "address":
      return <AddressFields {...input} />;
    case "attributes":
      return <AttributeRows {...input} />;
    case "prose":
      return (
        <TextAreaField
          name={input.name}
          initial={input.initial}
          rows={input.rows ?? 4}
          maxLength={input.maxLength}
          dir="auto"
        />
      );
    case "day":
      return <TextField name={input.name} type="date" initial={input.initial} min={input.least} required />;
    case "number":
      return <NumberField name={input.name} initial={input.initial} min={1} max={input.max} />;
    case "select":
      return <SelectField name={input.name} initial={input.initial} options={input.options} />;
    case "choice":
      return <ChoiceField name={input.name} initial={input.initial} options={toChoices(input.options)} />;
    case "list":
      if (input.options.length === 0) return <p>{input.empty}</p>;
      return (
        <ChoiceField
          name={input.name}
          className="pn-stack pn-tight pn-dialog-list"
          options={toChoices(input.options)}
        />
      );
    case "ticks":
      return <Ticks {...input} />;
    case "tick":
      return (
        <TickField
          name={input.name}
          description={input.description}
          // The form sends nothing for an empty box.
          initial={read("version") === undefined && input.isTicked}
        />
      );
    case "text":
      return <SuggestingText input={input} />;
  }
}

const toChoices = (options: DialogOption[]) =>
  options.map(({ value, label, note }) => [value, label, note] as const);

/** A line of text, with the values that are suggested. */
function SuggestingText({ input }: { input: Extract<DialogInput, { kind: "text" }> }) {
  const listId = useId();
  const { name, initial, suffix, inputMode, maxLength, suggestions } = input;
  return (
    <>
      <TextField
        name={name}
        initial={initial}
        suffix={suffix}
        inputMode={inputMode}
        maxLength={maxLength}
        required={!input.isOptional}
        dir={inputMode ? undefined : "auto"}
        list={suggestions && listId}
        spellCheck={suggestions ? false : undefined}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </>
  );
}

function Ticks({ name, label, options }: Extract<DialogInput, { kind: "ticks" }>) {
  const sent = String(useFormState().read(name) ?? "");
  return (
    <fieldset className="pn-plain pn-stack pn-tight">
      <legend className="pn-group-title">{label}</legend>
      {options.map(({ value, label, note }) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          defaultChecked={sent.includes(value)}
          label={
            <>
              <bdi>{label}</bdi> <span className="pn-dimmed">{note}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
