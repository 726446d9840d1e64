import type { DialogView } from "~/features/contract-page/dialogs/contract-actions";
import { FIELD_LABELS, StaffActionFields } from "~/features/contract-page/ui/fields/staff-action-fields";
import { useDialogHref } from "~/features/contract-page/ui/staff-action-href";
import type { ActionResult } from "~/lib/problem";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAnswer } from "~/ui/hooks/use-answer";

/**
 * Asks before an action, and says what will happen. After a refusal because of somebody else's change, the texts
 * describe the contract as it is now, and confirming applies to that.
 */
export function ContractDialog({ dialog }: { dialog: DialogView }) {
  const result = useAnswer<ActionResult<unknown>>();
  const toHref = useDialogHref();
  const { action, attemptId, confirm, fields, isHarsh, lines, refusal, title, version } = dialog;
  const isRefused = refusal !== null;
  return (
    <FormDialog
      title={title}
      text={lines.map((line) => <p key={line}>{line}</p>)}
      cancel={toHref(null)}
      cancelLabel={isRefused ? "Close" : action === "cancel" ? "Keep contract" : "Cancel"}
      action={`${toHref({ action, order: attemptId ?? undefined })}&intent=${action}`}
      confirm={isRefused ? null : confirm}
      isHarsh={isHarsh}
      hidden={{ version, attemptId }}
      result={result}
      labels={FIELD_LABELS}
    >
      {!isRefused && <StaffActionFields fields={fields} />}
    </FormDialog>
  );
}
