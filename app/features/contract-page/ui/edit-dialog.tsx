import { useSearchParams } from "@remix-run/react";
import type { Edit, EditDialogView } from "~/features/contract-page/dialogs/contract-edits";
import { AddressFields } from "~/features/contract-page/ui/fields/address-fields";
import { EDIT_LABELS, EditFields } from "~/features/contract-page/ui/fields/edit-fields";
import { ProductSearch } from "~/features/contract-page/ui/fields/product-search";
import { useDialogHref } from "~/features/contract-page/ui/staff-action-href";
import type { ActionResult } from "~/lib/problem";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAnswer } from "~/ui/hooks/use-answer";

/** Edits that change no amount, or have no fields: the dialog's text describes the effect of the latter. */
const WITHOUT_TRIAL: ReadonlySet<Edit> = new Set([
  "address",
  "note",
  "payment_method",
  "remove_line",
  "remove_discount",
  "remove_product",
]);

/** The dialog of an edit. */
export function EditDialog({ dialog }: { dialog: EditDialogView }) {
  const result = useAnswer<ActionResult<unknown>>();
  const [search] = useSearchParams();
  const toPage = useDialogHref();
  const { title, lines, confirm, version, fields } = dialog;
  const submitAt = new URLSearchParams(search);
  submitAt.set("intent", fields.edit);
  const canSubmit = !("choices" in fields) || fields.choices.length > 0;
  return (
    <FormDialog
      title={title}
      text={
        <>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {"search" in fields && <ProductSearch search={fields.search} />}
        </>
      }
      cancel={toPage(null)}
      action={`?${submitAt}`}
      confirm={canSubmit ? confirm : null}
      isHarsh={fields.edit.startsWith("remove")}
      hidden={{ version }}
      result={result}
      labels={EDIT_LABELS}
      trial={WITHOUT_TRIAL.has(fields.edit) || !canSubmit ? undefined : "Show what orders cost then"}
    >
      {fields.edit === "address" ? <AddressFields {...fields} /> : <EditFields fields={fields} />}
    </FormDialog>
  );
}
