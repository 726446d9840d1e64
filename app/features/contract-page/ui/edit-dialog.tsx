import { useSearchParams } from "@remix-run/react";
import type { Edit, EditDialogView } from "~/features/contract-page/dialogs/contract-edits";
import { AddressFields } from "~/features/contract-page/ui/fields/address-fields";
import { DeclaredFields } from "~/features/contract-page/ui/fields/declared-fields";
import { EDIT_LABELS, EditFields } from "~/features/contract-page/ui/fields/edit-fields";
import { ProductSearch } from "~/features/contract-page/ui/fields/product-search";
import { useDialogHref } from "~/features/contract-page/ui/staff-action-href";
import type { DialogInput } from "~/features/contracts/operations/staff-dialog";
import type { ActionResult } from "~/lib/problem";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAnswer } from "~/ui/hooks/use-answer";

/** Edits that change no amount, or have no fields: the dialog's text describes the effect of the latter. */
const WITHOUT_TRIAL: ReadonlySet<Edit> = new Set([
  "address",
  "payment_method",
  "remove_line",
  "remove_discount",
  "remove_product",
]);

const toLabels = (rows: DialogInput[][]): Record<string, string> =>
  Object.fromEntries(rows.flat().map(({ name, label }) => [name, label]));

/** The dialog of an edit. */
export function EditDialog({ dialog }: { dialog: EditDialogView }) {
  const result = useAnswer<ActionResult<unknown>>();
  const [search] = useSearchParams();
  const toPage = useDialogHref();
  const { intent, title, lines, confirm, version, fields } = dialog;
  const isDeclared = fields.edit === "declared";
  const submitAt = new URLSearchParams(search);
  submitAt.set("intent", intent);
  const hasTrial = isDeclared ? fields.isAboutAmounts : !WITHOUT_TRIAL.has(fields.edit);
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
      isHarsh={intent.startsWith("remove")}
      hidden={{ version }}
      result={result}
      labels={isDeclared ? toLabels(fields.rows) : EDIT_LABELS}
      trial={hasTrial && canSubmit ? "Show what orders cost then" : undefined}
    >
      {fields.edit === "address" ? (
        <AddressFields {...fields} />
      ) : fields.edit === "declared" ? (
        <DeclaredFields rows={fields.rows} />
      ) : (
        <EditFields fields={fields} />
      )}
    </FormDialog>
  );
}
