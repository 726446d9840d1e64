import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { ActionResult } from "~/lib/problem";
import { DRY_RUN } from "~/ui/hooks/should-revalidate";
import { useFetcher } from "~/ui/hooks/use-fetcher";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { findProblem, toSubmitted } from "~/ui/parts/form-problem";
import type { FieldValue } from "./form-state";

/** An action's answer to a form sent with `tryOut`: the effect it would have; nothing has been changed. */
export type DryRunAnswer = { dryRun: { lines: string[] }; sent: Record<string, string | string[]> };

/** Long enough not to send a request for every key. */
const PAUSE_MS = 300;

function findDryRun(result: ActionResult<unknown> | undefined): DryRunAnswer | null {
  const answer = result?.ok ? result.result : null;
  return typeof answer === "object" && answer !== null && "dryRun" in answer
    ? (answer as DryRunAnswer)
    : null;
}

/** The values sent with a form, tried or refused; several values of one name are joined with blanks. */
export function toSent(result: ActionResult<unknown> | undefined): Record<string, FieldValue> {
  const sent = findDryRun(result)?.sent;
  if (!sent) return toSubmitted(result);
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value].flat().join(" ")]));
}

type Props = {
  formId: string;
  action: string;
  label: string;
  result: ActionResult<unknown> | undefined;
  /**
   * Whether enough is filled in to be tried; by default, what the browser considers valid. The same in every render.
   */
  isReady?: (fields: FormData) => boolean;
};

/**
 * The effect of a form, shown while it is filled in; without scripts a button asks for it. It is inside the
 * form, so that pressing Enter without scripts asks first.
 */
export function DryRun({ formId, action, label, result, isReady }: Props) {
  const isHydrated = useHydrated();
  const { submit, data } = useFetcher<ActionResult<unknown>>();
  // Not among what the effect below depends on: another function after a reload would end the pause that is running, and
  // what was typed last would not be tried.
  const send = useRef(submit);
  useEffect(() => {
    send.current = submit;
  }, [submit]);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askAgain = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Fields that are still to be filled in are no errors yet.
        const fields = new FormData(form);
        if (!(isReady?.(fields) ?? form.matches(":valid"))) return;
        fields.set(DRY_RUN, "1");
        send.current(fields, { method: "post", action, encType: "application/x-www-form-urlencoded" });
      }, PAUSE_MS);
    };
    // After the submit no dry run is needed: it would use an outdated version.
    const stop = () => clearTimeout(timer);
    form.addEventListener("input", askAgain);
    form.addEventListener("submit", stop);
    return () => {
      stop();
      form.removeEventListener("input", askAgain);
      form.removeEventListener("submit", stop);
    };
  }, [formId, action, isReady]);
  const answer = data ?? result;
  const refusal = findProblem(data);
  const error = refusal && (refusal.errors?.[0]?.detail ?? refusal.detail);
  // If the form was sent and refused for the same reason, the error is already shown above its fields.
  const answered = findProblem(result);
  const isShown = [answered, ...(answered?.errors ?? [])].some((each) => each?.detail === error);
  return (
    <div className="pn-dry-run">
      <div role="status">
        {findDryRun(answer)?.dryRun.lines.map((line) => (
          <p key={line} className="pn-strong">
            {line}
          </p>
        ))}
        {error && !isShown && <p className="pn-dimmed">{error}</p>}
      </div>
      {!isHydrated && (
        <Button type="submit" name={DRY_RUN} value="1" variant="default" size="xs">
          {label}
        </Button>
      )}
    </div>
  );
}
