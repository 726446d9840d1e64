import { useActionData, useSearchParams } from "@remix-run/react";
import { useDialogHref } from "~/components/contract-actions/act-href";
import { AddressFields } from "~/components/contract-actions/address-fields";
import { EDIT_LABELS, EditFields } from "~/components/contract-actions/edit-fields";
import { ProductSearch } from "~/components/contract-actions/product-search";
import type { EditDialogView } from "~/features/contract-actions/contract-edits";
import type { ActionResult } from "~/http/problem";
import { FormDialog } from "~/ui/form-dialog";

/** Edits what hangs on a contract. */
export function EditDialog({ dialog }: { dialog: EditDialogView }) {
  const result = useActionData<ActionResult<unknown>>();
  const [search] = useSearchParams();
  const toPage = useDialogHref();
  const { title, lines, confirm, version, fields } = dialog;
  const submitAt = new URLSearchParams(search);
  submitAt.set("intent", fields.edit);
  const canSubmit = fields.edit !== "add_product" || fields.choices.length > 0;
  return (
    <FormDialog
      title={title}
      text={
        <>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {fields.edit === "add_product" && <ProductSearch search={fields.search} />}
        </>
      }
      cancel={toPage(null)}
      action={`?${submitAt}`}
      confirm={canSubmit ? confirm : null}
      isHarsh={fields.edit.startsWith("remove")}
      hidden={{ version }}
      result={result}
      labels={EDIT_LABELS}
    >
      {fields.edit === "address" ? <AddressFields {...fields} /> : <EditFields fields={fields} />}
    </FormDialog>
  );
}
