import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { useId } from "react";
import type { OrderDialog } from "~/features/billing/actions/order-action";
import { MAX_LINE_OF_TEXT } from "~/lib/limits";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { FormDialog } from "~/ui/form/form-dialog";
import { TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/hooks/use-answer";
import { ConfirmDialog } from "~/ui/parts/confirm-dialog";

const LABELS = {
  amount: "Amount",
  reason: "Reason",
  reference: "The gateway’s reference",
  seen: "This form",
};

/**
 * The page's address with an action's dialog open, or (`null`) with none. It keeps the parameters that lead back to the
 * list.
 */
export function useOrderActionHref(): (action: string | null) => string {
  const [search] = useSearchParams();
  const list = search.get("list");
  return (action) => `?${new URLSearchParams({ ...(list && { list }), ...(action && { action }) })}`;
}

/** Asks before an action, naming the amount if money moves. */
export function OrderDialogView({ dialog }: { dialog: OrderDialog }) {
  const result = useAnswer<ActionResult<unknown>>();
  const toHref = useOrderActionHref();
  const { action, title, lines, confirm, isHarsh, fields, seen } = dialog;
  const text = lines.map((line) => <p key={line}>{line}</p>);
  if (fields.kind === "amount")
    return <AmountDialog title={title} text={text} confirm={confirm} fields={fields} cancel={toHref(null)} />;
  const sum: Record<string, string> =
    fields.kind === "refund" ? { amount: fields.amount, reason: fields.reason } : {};
  return (
    <FormDialog
      title={title}
      text={text}
      cancel={toHref(null)}
      cancelLabel="Cancel"
      // With the sum in it: refused, the page draws the same question again.
      action={`${toHref(action)}&${new URLSearchParams({ ...sum, intent: action })}`}
      confirm={confirm}
      isHarsh={isHarsh}
      hidden={{ seen, ...sum }}
      result={result}
      labels={LABELS}
    >
      {fields.kind === "reference" && (
        <TextField
          name="reference"
          description="As shown in the gateway’s own records. It is kept in the history."
          maxLength={255}
          required
        />
      )}
    </FormDialog>
  );
}

type AmountProps = {
  title: string;
  text: React.ReactNode;
  confirm: string;
  fields: Extract<OrderDialog["fields"], { kind: "amount" }>;
  cancel: string;
};

/** Asks for the amount, which goes into the address: the next dialog names it and asks for confirmation. */
function AmountDialog({ title, text, confirm, fields, cancel }: AmountProps) {
  const formId = useId();
  const list = useSearchParams()[0].get("list");
  return (
    <ConfirmDialog
      title={title}
      cancel={cancel}
      cancelLabel="Cancel"
      text={
        <>
          {text}
          <Form id={formId} method="get" preventScrollReset replace className="pn-stack pn-dialog-fields">
            {list && <input type="hidden" name="list" value={list} />}
            <input type="hidden" name="action" value="refund" />
            <FormFields
              labels={LABELS}
              values={{ amount: fields.amount, reason: fields.reason }}
              messages={{ amount: fields.problem ?? undefined }}
            >
              <TextField name="amount" inputMode="decimal" maxLength={20} required />
              <TextField
                name="reason"
                description="Kept with the refund. Customers do not see it."
                maxLength={MAX_LINE_OF_TEXT}
              />
            </FormFields>
          </Form>
        </>
      }
    >
      <Button type="submit" form={formId}>
        {confirm}
      </Button>
    </ConfirmDialog>
  );
}
