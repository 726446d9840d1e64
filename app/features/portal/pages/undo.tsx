import { toCustomersDays } from "~/features/contracts/order-dates";
import { ActionForm, DoneNote } from "~/features/portal/portal-parts";
import type { PortalQuery } from "~/features/portal/portal-query";
import type { PortalAction } from "~db/schema/portal-settings";
import { type ContractPageProps, toAction } from "./page-state";

/** `action`: the switch that it stands behind. */
type Undo = { action: PortalAction; intent: string; fields: Record<string, string> };

/** The opposite of what was done, by the same forms. What cannot be taken back has none. */
function findUndo(
  done: NonNullable<PortalQuery["done"]>,
  value: string,
  { frame, contract: { discounts } }: ContractPageProps,
): Undo | null {
  const [first = "", second = ""] = value.split("~");
  switch (done) {
    case "skipped":
      return { action: "skip", intent: "skip", fields: { attempt: first, skip: "false" } };
    case "unskipped":
      return { action: "skip", intent: "skip", fields: { attempt: first, skip: "true" } };
    case "rescheduled":
      // A day that nobody may choose any more does not come back.
      return first < toCustomersDays(frame).first
        ? null
        : { action: "reschedule", intent: "reschedule", fields: { date: first } };
    case "paused":
      return { action: "resume", intent: "status", fields: { status: "ACTIVE" } };
    case "resumed":
      return { action: "pause", intent: "status", fields: { status: "PAUSED" } };
    case "frequency":
      return { action: "frequency", intent: "frequency", fields: { frequency: first } };
    case "quantity":
      return { action: "quantity", intent: "quantity", fields: { line: first, quantity: second } };
    case "line_skipped":
      return { action: "skip_line", intent: "line-skip", fields: { line: first, skip: "false" } };
    case "line_unskipped":
      return { action: "skip_line", intent: "line-skip", fields: { line: first, skip: "true" } };
    case "code_applied": {
      const discount = discounts.find(({ title }) => title === value);
      return discount
        ? { action: "discount_code", intent: "remove-code", fields: { discount: discount.id } }
        : null;
    }
    case "product_added":
      return {
        action: "one_time_products",
        intent: "remove-product",
        fields: { variant: first, attempt: second },
      };
    default:
      return null;
  }
}

/** The order that was taken back may be another than the next one. */
function findDate({ next, later }: ContractPageProps["contract"], done: string, value: string): string {
  const order = done === "unskipped" ? later.find(({ id }) => String(id) === value) : undefined;
  return (order ?? next)?.date.text ?? "";
}

/** All others need to be told what it was; without that nothing is offered. */
const NEEDS_NO_VALUE = new Set(["paused", "resumed"]);

/** Says what was done, and takes it back where it can be and the shop lets customers do so. */
export function ContractNote({ query, ...page }: ContractPageProps & { query: PortalQuery }) {
  const { frame, contract } = page;
  const { done, undo: value = "" } = query;
  if (!done) return null;
  const text = frame.texts.done[done](findDate(contract, done, value));
  const found = value !== "" || NEEDS_NO_VALUE.has(done) ? findUndo(done, value, page) : null;
  const undo = found && frame.isOn(found.action) ? found : null;
  return (
    <DoneNote
      text={text}
      undo={
        undo && (
          <ActionForm
            action={toAction(page, undo.intent)}
            label={frame.texts.undo}
            kind="b3"
            fields={{ version: contract.version, ...undo.fields }}
          />
        )
      }
    />
  );
}
