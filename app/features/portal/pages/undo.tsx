import { ActionForm, DoneNote } from "~/features/portal/portal-parts";
import type { PortalQuery } from "~/features/portal/portal-query";
import { type ContractPageProps, toAction } from "./page-state";

type Undo = { intent: string; fields: Record<string, string> };

/** The opposite of what was done, by the same forms. What cannot be taken back has none. */
function findUndo(
  done: NonNullable<PortalQuery["done"]>,
  value: string,
  { discounts }: ContractPageProps["contract"],
): Undo | null {
  const [first = "", second = ""] = value.split("~");
  switch (done) {
    case "skipped":
      return { intent: "skip", fields: { attempt: first, skip: "false" } };
    case "unskipped":
      return { intent: "skip", fields: { attempt: first, skip: "true" } };
    case "rescheduled":
      return { intent: "reschedule", fields: { date: first } };
    case "paused":
      return { intent: "status", fields: { status: "ACTIVE" } };
    case "resumed":
      return { intent: "status", fields: { status: "PAUSED" } };
    case "frequency":
      return { intent: "frequency", fields: { frequency: first } };
    case "quantity":
      return { intent: "quantity", fields: { line: first, quantity: second } };
    case "line_skipped":
      return { intent: "line-skip", fields: { line: first, skip: "false" } };
    case "line_unskipped":
      return { intent: "line-skip", fields: { line: first, skip: "true" } };
    case "code_applied": {
      const discount = discounts.find(({ title }) => title === value);
      return discount ? { intent: "remove-code", fields: { discount: discount.id } } : null;
    }
    case "product_added":
      return { intent: "remove-product", fields: { variant: first, attempt: second } };
    default:
      return null;
  }
}

/** All others need to be told what it was; without that nothing is offered. */
const NEEDS_NO_VALUE = new Set(["paused", "resumed"]);

/** Says what was done, and takes it back where it can be. */
export function ContractNote({ query, ...page }: ContractPageProps & { query: PortalQuery }) {
  const { frame, contract } = page;
  const { done, undo: value = "" } = query;
  if (!done) return null;
  const text = frame.texts.done[done](contract.next?.date.text ?? "");
  const undo = value !== "" || NEEDS_NO_VALUE.has(done) ? findUndo(done, value, contract) : null;
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
