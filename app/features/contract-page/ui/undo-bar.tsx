import { Button } from "@mantine/core";
import { Form, useNavigation, useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import type { UndoOffer } from "~/features/contract-page/page/contract-detail";
import { useDialogHref } from "~/features/contract-page/ui/staff-action-href";
import type { ActionResult } from "~/lib/problem";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useBrowserLayoutEffect } from "~/ui/hooks/use-browser-layout-effect";
import { findProblem } from "~/ui/parts/form-problem";
import { focusPageTitle } from "~/ui/parts/page-header";

/** Reports the last edit with a button to undo it; a refusal takes its place. */
export function UndoBar({ undo: { text, version } }: { undo: UndoOffer }) {
  const toHref = useDialogHref();
  const isBusy = useNavigation().formMethod === "POST";
  const result = useAnswer<ActionResult<unknown>>();
  const [search] = useSearchParams();
  const problem = search.get("intent") === "undo" ? findProblem(result) : null;
  const form = useRef<HTMLFormElement>(null);
  useBrowserLayoutEffect(() => {
    const bar = form.current;
    // Gone with the bar, the focus would be nowhere.
    return () => {
      if (bar?.contains(document.activeElement)) focusPageTitle();
    };
  }, []);
  return (
    <Form
      ref={form}
      method="post"
      action={`${toHref(null)}&intent=undo`}
      replace
      preventScrollReset
      className="pn-notice pn-row pn-tone ct-undo"
      data-tone="busy"
    >
      <input type="hidden" name="version" value={version} />
      <span>
        {text}
        {problem && (
          <span role="alert" className="pn-error">
            {" "}
            {problem.detail}
          </span>
        )}
      </span>
      <Button type="submit" variant="default" size="xs" loading={isBusy}>
        Undo<span className="pn-hidden"> the last change</span>
      </Button>
    </Form>
  );
}
