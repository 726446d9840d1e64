import { useSearchParams } from "@remix-run/react";
import type { DialogView } from "~/features/contract-page/dialogs/dialog-view";
import { DialogFields, toLabels } from "~/features/contract-page/ui/fields/dialog-fields";
import { ProductSearch } from "~/features/contract-page/ui/fields/product-search";
import type { ActionResult } from "~/lib/problem";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useDialogHref } from "./dialog-href";

/**
 * Asks before a change, and says what will happen. After a refusal because of somebody else's change, the texts
 * describe the contract as it is now, and confirming applies to that.
 */
export function ContractDialog({ dialog }: { dialog: DialogView }) {
  const result = useAnswer<ActionResult<unknown>>();
  const [search] = useSearchParams();
  const toPage = useDialogHref();
  const { intent, title, lines, confirm, keep, version, rows, hasDryRun, isHarsh } = dialog;
  const submitAt = new URLSearchParams(search);
  submitAt.set("intent", intent);
  return (
    <FormDialog
      title={title}
      text={
        <>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {dialog.search !== undefined && <ProductSearch search={dialog.search} />}
        </>
      }
      cancel={toPage(null)}
      cancelLabel={keep}
      action={`?${submitAt}`}
      confirm={confirm}
      isHarsh={isHarsh}
      hidden={{ version }}
      result={result}
      labels={toLabels(rows)}
      dryRun={hasDryRun ? "Show what orders will cost" : undefined}
    >
      <DialogFields rows={rows} />
    </FormDialog>
  );
}
