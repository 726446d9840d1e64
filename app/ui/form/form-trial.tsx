import { Button } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { ActionResult } from "~/lib/problem";
import type { FieldValue } from "~/ui/form/form-state";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { findProblem, toSubmitted } from "~/ui/parts/form-problem";

/** What an action answers to a form that was sent with `tryOut`: what would come of it; nothing has been changed. */
export type TrialAnswer = { trial: { lines: string[] }; sent: Record<string, string | string[]> };

/** The name of the button, and of the field, that asks for a trial. */
const TRY_OUT = "tryOut";
/** Long enough not to ask for every key. */
const PAUSE_MS = 300;

/** For a route's `shouldRevalidate`: nothing has changed, so nothing is loaded anew. */
export const isTrial = (formData: FormData | undefined): boolean => formData?.has(TRY_OUT) ?? false;

function findTrial(result: ActionResult<unknown> | undefined): TrialAnswer | null {
  const answer = result?.ok ? result.result : null;
  return typeof answer === "object" && answer !== null && "trial" in answer ? (answer as TrialAnswer) : null;
}

/** What a form was sent with, tried or refused; several values of one name stand together, with blanks between. */
export function toSent(result: ActionResult<unknown> | undefined): Record<string, FieldValue> {
  const sent = findTrial(result)?.sent;
  if (!sent) return toSubmitted(result);
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value].flat().join(" ")]));
}

type Props = {
  formId: string;
  action: string;
  label: string;
  result: ActionResult<unknown> | undefined;
  /** Whether enough is filled in to be tried; without it, what the browser finds complete. The same in every render. */
  isReady?: (fields: FormData) => boolean;
};

/**
 * What would come of a form, said while it is filled in; without scripts a button sends it to be tried. It stands inside
 * the form: whoever only presses Enter without scripts tries first.
 */
export function FormTrial({ formId, action, label, result, isReady }: Props) {
  const isHydrated = useHydrated();
  const { submit, data } = useFetcher<ActionResult<unknown>>();
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tryOut = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // What is still to be filled in is nothing to complain about yet.
        const fields = new FormData(form);
        if (!(isReady?.(fields) ?? form.matches(":valid"))) return;
        fields.set(TRY_OUT, "1");
        submit(fields, { method: "post", action, encType: "application/x-www-form-urlencoded" });
      }, PAUSE_MS);
    };
    // What is done needs no trial any more: it would be one of a version that has gone.
    const stop = () => clearTimeout(timer);
    form.addEventListener("input", tryOut);
    form.addEventListener("submit", stop);
    return () => {
      stop();
      form.removeEventListener("input", tryOut);
      form.removeEventListener("submit", stop);
    };
  }, [formId, action, isReady, submit]);
  const answer = data ?? result;
  const refusal = findProblem(data);
  return (
    <div className="pn-trial">
      <div role="status">
        {findTrial(answer)?.trial.lines.map((line) => (
          <p key={line} className="pn-strong">
            {line}
          </p>
        ))}
        {refusal && <p className="pn-dimmed">{refusal.errors?.[0]?.detail ?? refusal.detail}</p>}
      </div>
      {!isHydrated && (
        <Button type="submit" name={TRY_OUT} value="1" variant="default" size="xs">
          {label}
        </Button>
      )}
    </div>
  );
}
