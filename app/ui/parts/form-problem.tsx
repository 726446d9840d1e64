import { type MouseEvent, useEffect, useRef } from "react";
import type { ActionResult, ProblemBody } from "~/lib/problem";

/** `/name` or `/lines/0/quantity` → the field's name: a pointer into a form body has one part, or repeats a name. */
const toFieldName = (pointer: string): string => pointer.split("/")[1] ?? "";

/** The id of a form's field, for labels and the error summary's links. */
export const fieldId = (name: string): string => `field-${name}`;

/** The problem that an action answered with; null before the first submit and after a success. */
export function findProblem(result: ActionResult<unknown> | undefined): ProblemBody | null {
  return result && !result.ok ? result.problem : null;
}

/** The values of a refused form, by field name: shown again, so that nothing typed is lost without scripts. */
export function toSubmitted(result: ActionResult<unknown> | undefined): Record<string, string | undefined> {
  return result && !result.ok ? result.submitted : {};
}

/** Fields that have been changed since the form was refused: their errors no longer apply. */
export type SettledFields = ReadonlySet<string>;
const NONE: SettledFields = new Set();

/** The first error of each field, by field name, for the `error` of its input. */
export function toFieldMessages(
  result: ActionResult<unknown> | undefined,
  settled: SettledFields = NONE,
): Record<string, string | undefined> {
  const messages: Record<string, string | undefined> = {};
  for (const { pointer, parameter, detail } of findProblem(result)?.errors ?? []) {
    const name = pointer === undefined ? (parameter ?? "") : toFieldName(pointer);
    if (!settled.has(name)) messages[name] ??= detail;
  }
  return messages;
}

/**
 * Error summary above a form's fields: takes the focus, names each field and links to it (`fieldId`). `labels` gives
 * the fields' names as the form shows them. It disappears when all fields it names have been changed.
 */
export function FormProblem(props: {
  result: ActionResult<unknown> | undefined;
  labels?: Record<string, string>;
  settled?: SettledFields;
}) {
  const problem = findProblem(props.result);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) ref.current?.focus();
  }, [problem]);
  if (!problem) return null;
  const isListed = ([name]: [string, unknown]) => props.labels?.[name];
  const listed = Object.entries(toFieldMessages(props.result, props.settled)).filter(isListed);
  const hasListed = Object.entries(toFieldMessages(props.result)).some(isListed);
  if (hasListed && listed.length === 0) return null;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="pn-problem pn-tone" data-tone="bad">
      <p>{listed.length > 0 ? "Please look at these fields:" : toDetail(problem)}</p>
      {listed.length > 0 && (
        <ul>
          {listed.map(([name, message]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name)}>
                {props.labels?.[name]}
              </a>
              : {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The problem's own detail only counts the fields, by names that are not those of the page. */
const toDetail = ({ code, detail, errors }: ProblemBody): string =>
  (code === "invalid_request" && errors?.[0]?.detail) || detail;

/**
 * With scripts the address does not change: the router would treat that as a navigation and forget the action's answer.
 */
function focusField(event: MouseEvent, name: string): void {
  event.preventDefault();
  document.getElementById(fieldId(name))?.focus();
}
