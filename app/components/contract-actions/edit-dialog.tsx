import { Button } from "@mantine/core";
import { Form, useActionData, useNavigation, useSearchParams } from "@remix-run/react";
import { useId } from "react";
import { ConfirmDialog } from "~/components/confirm-dialog";
import { useActHref } from "~/components/contract-actions/act-href";
import { AddressFields } from "~/components/contract-actions/address-fields";
import { EDIT_LABELS, EditFields } from "~/components/contract-actions/edit-fields";
import { ProductSearch } from "~/components/contract-actions/product-search";
import { FormProblem, toFieldMessages, toSubmitted } from "~/components/form-problem";
import type { EditDialogView } from "~/features/contract-actions/contract-edits";
import type { ActionResult } from "~/http/problem";

/** Edits what hangs on a contract. A refusal stands in it, with what was sent. */
export function EditDialog({ dialog }: { dialog: EditDialogView }) {
  const result = useActionData<ActionResult<unknown>>();
  const [search] = useSearchParams();
  const toPage = useActHref();
  const isBusy = useNavigation().state !== "idle";
  const formId = useId();
  const { title, lines, confirm, version, fields } = dialog;
  const submitAt = new URLSearchParams(search);
  submitAt.set("intent", fields.edit);
  const shared = { messages: toFieldMessages(result), submitted: toSubmitted(result) };
  const canSubmit = fields.edit !== "add_product" || fields.choices.length > 0;
  return (
    <ConfirmDialog
      title={title}
      cancel={toPage(null)}
      text={
        <>
          <FormProblem result={result} labels={EDIT_LABELS} />
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {fields.edit === "add_product" && <ProductSearch search={fields.search} />}
          <Form
            id={formId}
            method="post"
            action={`?${submitAt}`}
            preventScrollReset
            replace
            className="pn-dialog-fields"
          >
            <input type="hidden" name="version" value={version} />
            {fields.edit === "address" ? (
              <AddressFields {...fields} {...shared} />
            ) : (
              <EditFields fields={fields} {...shared} />
            )}
          </Form>
        </>
      }
    >
      {canSubmit && (
        <Button
          type="submit"
          form={formId}
          color={fields.edit.startsWith("remove") ? "red" : undefined}
          loading={isBusy}
        >
          {confirm}
        </Button>
      )}
    </ConfirmDialog>
  );
}
