import { Button } from "@mantine/core";
import { useNavigation } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import type { ActionResult } from "~/lib/problem";
import { ConfirmDialog } from "~/ui/parts/confirm-dialog";
import { FormProblem, toFieldMessages } from "~/ui/parts/form-problem";
import { DryRun, toSent } from "./dry-run";
import { Form } from "./form";
import { FormFields } from "./form-state";

type Props = {
  title: string;
  /** What will happen. */
  text?: ReactNode;
  /** Address of the page without the dialog. */
  cancel: string;
  cancelLabel?: string;
  /** Where the form posts to, and its button's label; `confirm` null: nothing can be sent. */
  action: string;
  confirm: string | null;
  isHarsh?: boolean;
  /** Hidden fields. */
  hidden?: Record<string, string | number | null>;
  /** The action's answer: a refusal is shown in the dialog, with the values sent. */
  result?: ActionResult<unknown>;
  labels?: Readonly<Record<string, string>>;
  /** Shows the effect while the form is filled in; the text labels the button that asks for it without scripts. */
  dryRun?: string;
  /** The fields, if there is more to enter than a confirmation. */
  children?: ReactNode;
};

/** A question before a change, opened by an address so that it also works without scripts. */
export function FormDialog({ title, text, cancel, cancelLabel, action, confirm, isHarsh, ...form }: Props) {
  const { hidden = {}, result, labels = {}, dryRun, children } = form;
  const isBusy = useNavigation().formMethod === "POST";
  const formId = useId();
  return (
    <ConfirmDialog
      title={title}
      cancel={cancel}
      cancelLabel={cancelLabel}
      text={
        <>
          <FormProblem result={result} labels={labels} />
          {text}
          <Form
            id={formId}
            method="post"
            action={action}
            preventScrollReset
            replace
            className="pn-stack pn-dialog-fields"
          >
            {Object.entries(hidden).map(
              ([name, value]) =>
                value !== null && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <FormFields labels={labels} values={toSent(result)} messages={toFieldMessages(result)}>
              {children}
            </FormFields>
            {dryRun && <DryRun formId={formId} action={action} label={dryRun} result={result} />}
          </Form>
        </>
      }
    >
      {confirm !== null && (
        <Button type="submit" form={formId} color={isHarsh ? "red" : undefined} loading={isBusy}>
          {confirm}
        </Button>
      )}
    </ConfirmDialog>
  );
}
