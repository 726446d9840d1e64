import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useEditor } from "~/components/bundles/editor-context";
import { fieldId } from "~/components/form-problem";
import type { BundleDraft } from "~/features/bundles/bundle-draft";

type NamesOf<T> = {
  [Name in keyof BundleDraft]: BundleDraft[Name] extends T ? Name : never;
}[keyof BundleDraft];
type TextName = Exclude<NamesOf<string>, "sizes">;
type FlagName = NamesOf<boolean>;

type Props = { label: string; description?: ReactNode };

function useField(name: TextName) {
  const { draft, patch, error, page } = useEditor();
  return {
    id: fieldId(name),
    value: draft[name],
    error: error(`/${name}`),
    disabled: !page.mayEdit,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      patch({ [name]: value }),
  };
}

/** A field of one line. `numeric`: brings up the number keys of a phone. */
export function TextField({
  name,
  numeric,
  suffix,
  ...props
}: Props & { name: TextName; numeric?: true; suffix?: string; placeholder?: string }) {
  return (
    <TextInput
      {...useField(name)}
      {...props}
      inputMode={numeric && "decimal"}
      rightSection={suffix && <span className="pn-dimmed">{suffix}</span>}
      rightSectionWidth={suffix && suffix.length > 1 ? 60 : undefined}
    />
  );
}

export function TextAreaField({ name, rows, ...props }: Props & { name: TextName; rows: number }) {
  return <Textarea {...useField(name)} {...props} rows={rows} />;
}

export function SelectField({
  name,
  options,
  ...props
}: Props & { name: TextName; options: { value: string; label: string }[] }) {
  return <NativeSelect {...useField(name)} {...props} data={options} />;
}

export function FlagField({ name, ...props }: Props & { name: FlagName }) {
  const { draft, patch, page, error } = useEditor();
  return (
    <Checkbox
      {...props}
      id={fieldId(name)}
      checked={draft[name]}
      error={error(`/${name}`)}
      disabled={!page.mayEdit}
      onChange={({ currentTarget: { checked } }) => patch({ [name]: checked })}
    />
  );
}

/** What is wrong with a list as a whole. */
export function ListError({ name }: { name: keyof BundleDraft }) {
  const message = useEditor().error(`/${name}`);
  return (
    <p className="be-error" id={fieldId(name)} tabIndex={-1}>
      {message}
    </p>
  );
}

export function Card({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = `card-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  return (
    <section className="pn-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p className="pn-card-text pn-dimmed">{note}</p>}
      <div className="pn-stack">{children}</div>
    </section>
  );
}
