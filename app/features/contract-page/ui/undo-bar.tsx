import { Button } from "@mantine/core";
import { useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { UndoOffer } from "~/features/contract-page/page/contract-detail";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useBrowserLayoutEffect } from "~/ui/hooks/use-browser-layout-effect";
import { findProblem } from "~/ui/parts/form-problem";
import { focusPageTitle } from "~/ui/parts/page-header";
import { useDialogHref } from "./dialog-href";

/** Reports the last edit with a button to undo it; a refusal takes its place. */
export function UndoBar({ undo: { text, version } }: { undo: UndoOffer }) {
  const toHref = useDialogHref();
  const isBusy = useNavigation().formMethod === "POST";
  const result = useAnswer<ActionResult<unknown>>();
  const [search] = useSearchParams();
  const problem = search.get("intent") === "undo" ? findProblem(result) : null;
  const isSent = useRef(false);
  const bar = useRef<HTMLFormElement>(null);
  // The focused button disappears with the bar, and the focus would be lost. It may already be lost if the button was
  // disabled meanwhile; on a slow machine the bar disappears before the button is ever shown as disabled.
  useBrowserLayoutEffect(() => {
    const form = bar.current;
    return () => {
      const { activeElement, body } = document;
      if (isSent.current && (activeElement === body || form?.contains(activeElement))) focusPageTitle();
    };
  }, []);
  const alert = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (problem) alert.current?.focus();
  }, [problem]);
  return (
    <Form
      ref={bar}
      onSubmit={() => {
        isSent.current = true;
      }}
      method="post"
      action={`${toHref(null)}&intent=undo`}
      replace
      preventScrollReset
      className="pn-banner pn-row pn-tone ct-undo"
      data-tone="busy"
    >
      <input type="hidden" name="version" value={version} />
      <span>
        {text}
        {problem && (
          <span ref={alert} role="alert" tabIndex={-1} className="pn-error">
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
