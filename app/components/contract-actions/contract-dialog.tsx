import { Button } from "@mantine/core";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useId } from "react";
import { ConfirmDialog } from "~/components/confirm-dialog";
import { ActFields, FIELD_LABELS } from "~/components/contract-actions/act-fields";
import { useActHref } from "~/components/contract-actions/act-href";
import { FormProblem, toFieldMessages, toSubmitted } from "~/components/form-problem";
import type { DialogView } from "~/features/contract-actions/contract-actions";
import type { ActionResult } from "~/http/problem";

/**
 * Asks before an action, saying what will happen. A refusal stands in it; after one that came of somebody else's change
 * the words are about the contract as it is now, and a second yes means that one.
 */
export function ContractDialog({ dialog }: { dialog: DialogView }) {
  const result = useActionData<ActionResult<unknown>>();
  const toHref = useActHref();
  const isBusy = useNavigation().state !== "idle";
  const formId = useId();
  const { act, attemptId, confirm, fields, isHarsh, lines, refusal, title, version } = dialog;
  const submitAt = `${toHref(act, attemptId ?? undefined)}&intent=${act}`;
  return (
    <ConfirmDialog
      title={title}
      cancel={toHref(null)}
      cancelLabel={
        refusal === null && act !== "cancel" ? "Cancel" : refusal === null ? "Keep contract" : "Close"
      }
      text={
        <>
          <FormProblem result={result} labels={FIELD_LABELS} />
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {refusal === null && (
            <Form
              id={formId}
              method="post"
              action={submitAt}
              preventScrollReset
              replace
              className="pn-dialog-fields"
            >
              <input type="hidden" name="version" value={version} />
              {attemptId !== null && <input type="hidden" name="attemptId" value={attemptId} />}
              <ActFields fields={fields} messages={toFieldMessages(result)} submitted={toSubmitted(result)} />
            </Form>
          )}
        </>
      }
    >
      {refusal === null && (
        <Button type="submit" form={formId} color={isHarsh ? "red" : undefined} loading={isBusy}>
          {confirm}
        </Button>
      )}
    </ConfirmDialog>
  );
}
