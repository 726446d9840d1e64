import type { ReactNode } from "react";

/** Parts that several pages of the portal share. Plain markup: no script, no style attributes. */

export function PageHeader(props: {
  title: string;
  lead?: ReactNode;
  back?: { href: string; label: string };
  /** A status beside the title. */
  tag?: string;
}) {
  return (
    <div className="head">
      {props.back && (
        <p>
          <a className="back" href={props.back.href}>
            {props.back.label}
          </a>
        </p>
      )}
      <h1 dir="auto">{props.title}</h1>
      {(props.lead || props.tag) && (
        <p className="lead" dir="auto">
          {props.tag && <span className="tag">{props.tag}</span>} {props.lead}
        </p>
      )}
    </div>
  );
}

/** A form with one button, for actions without further input. */
export function ActionForm(props: {
  action: string;
  label: string;
  /** Accessible name, when the label alone is not enough ("Remove WELCOME10"). */
  name?: string;
  kind?: "b" | "b2" | "b3";
  fields?: Record<string, string | number | null | undefined>;
}) {
  return (
    <form method="post" action={props.action}>
      <HiddenFields values={props.fields ?? {}} />
      <button type="submit" className={props.kind ?? "b2"} aria-label={props.name}>
        {props.label}
      </button>
    </form>
  );
}

export const HiddenFields = ({ values }: { values: Record<string, string | number | null | undefined> }) =>
  Object.entries(values).map(([name, value]) =>
    value === null || value === undefined ? null : (
      <input key={name} type="hidden" name={name} value={value} />
    ),
  );

type FieldProps = {
  name: string;
  label: string;
  error?: string;
  hint?: string;
  /** The text "optional", beside the label of a field that may stay empty. */
  optional?: string;
};

const toIds = ({ name, error, hint }: FieldProps) => ({
  id: `f-${name}`,
  "aria-invalid": error ? (true as const) : undefined,
  "aria-describedby": [error && `f-${name}-e`, hint && `f-${name}-h`].filter(Boolean).join(" ") || undefined,
});

/**
 * A label, its control and the control's error; the control spreads the given props. Label and hint may be a merchant's,
 * in another direction than the page's own "optional" and error.
 */
export function Field({
  children,
  ...props
}: FieldProps & { children(control: ReturnType<typeof toIds> & { name: string }): ReactNode }) {
  const { name, label, error, hint, optional } = props;
  return (
    <div className="f">
      <label htmlFor={`f-${name}`}>
        <bdi>{label}</bdi> {optional && <small>({optional})</small>}
      </label>
      {children({ ...toIds(props), name })}
      {hint && (
        <small id={`f-${name}-h`} dir="auto">
          {hint}
        </small>
      )}
      {error && (
        <span className="err" id={`f-${name}-e`}>
          {error}
        </span>
      )}
    </div>
  );
}

/** What was done, with an undo where there is one. */
export function DoneNote({ text, undo }: { text: string; undo?: ReactNode }) {
  return (
    <div className="note" role="status">
      <p>
        <strong>{text}</strong>
      </p>
      {undo}
    </div>
  );
}

/** Why something was refused; names the fields concerned and links to them. */
export function RefusalNote({
  text,
  fields = [],
}: {
  text: string;
  fields?: { name: string; label: string }[];
}) {
  return (
    <div className="note no" role="alert">
      <div>
        <p>
          <strong>{text}</strong>
        </p>
        {fields.length > 0 && (
          <ul>
            {fields.map(({ name, label }) => (
              <li key={name}>
                <a href={`#f-${name}`}>{label}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
