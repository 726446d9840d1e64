import type { DialogInput } from "~/features/contracts/operations/staff-dialog";
import { ChoiceField } from "~/ui/form/choice-fields";
import { TextAreaField, TextField } from "~/ui/form/form-fields";

/** Fields that an operation declares, in rows. */
export const DeclaredFields = ({ rows }: { rows: DialogInput[][] }) =>
  rows.map((row) => {
    const inputs = row.map((input) => <DeclaredField key={input.name} input={input} />);
    if (row.length === 1) return inputs;
    return (
      <div key={row.map(({ name }) => name).join()} className="pn-unequal pn-level">
        {inputs}
      </div>
    );
  });

function DeclaredField({ input }: { input: DialogInput }) {
  const { name, initial } = input;
  switch (input.kind) {
    case "prose":
      return <TextAreaField name={name} initial={initial} rows={4} maxLength={input.maxLength} dir="auto" />;
    case "choice":
      return <ChoiceField name={name} initial={initial} options={input.options} />;
    case "text":
      return (
        <TextField
          name={name}
          initial={initial}
          suffix={input.suffix}
          inputMode={input.inputMode}
          maxLength={input.maxLength}
          required={!input.isOptional}
          dir={input.inputMode ? undefined : "auto"}
        />
      );
  }
}
