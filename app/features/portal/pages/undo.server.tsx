import type { ReactNode } from "react";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import type { ContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { ActionForm, DoneNote, RefusalNote } from "~/features/customer-pages/portal-parts";
import type { PortalBanner } from "~/features/customer-pages/texts/portal-outcomes";
import type { PortalQuery } from "~/features/portal/view/portal-query";
import { type ContractPageProps, toAction } from "./page-state";

const operations: readonly ContractOperation<PortalBanner>[] = contractOperations;

type VisitedPage = ContractPageProps & {
  visitor: Pick<OperationCaller, "shop" | "customerId" | "receivedAt">;
};

/** The undo of what was done, if there is one and the shop lets customers do that. */
async function findUndo(done: PortalBanner, value: string, { portal, contract, visitor }: VisitedPage) {
  const { id: contractId, discounts } = contract;
  for (const { portalForms, customerSwitch } of operations)
    for (const [own, { undo = {} }] of Object.entries(portalForms)) {
      const way = undo[done];
      // Most undos need a value; without it there is none.
      const back =
        typeof way !== "function"
          ? way
          : value &&
            (await way(value, { ...portal, shopId: visitor.shop.id, visitor, contractId, discounts }));
      if (!back) continue;
      const { fields, intent = own, behind = customerSwitch } = back;
      if (behind === null || portal.isOn(behind)) return { fields, intent };
    }
  return undefined;
}

/** The unskipped order is not always the next one. */
function findDate({ next, later }: ContractPageProps["contract"], done: string, value: string): string {
  const order = done === "unskipped" ? later.find(({ id }) => String(id) === value) : undefined;
  return (order ?? next)?.date.text ?? "";
}

/** Reports what was done, with an undo if possible. */
export async function readContractNote({ query, ...page }: VisitedPage & { query: PortalQuery }): Promise<{
  text: string;
  banner: ReactNode;
} | null> {
  const { portal, contract } = page;
  const { done, undo: value = "" } = query;
  if (!done) return null;
  const text = portal.texts.done[done](findDate(contract, done, value));
  if (done === "pay_failed") return { text, banner: <RefusalNote text={text} /> };
  const undo = await findUndo(done, value, page);
  const banner = (
    <DoneNote
      text={text}
      undo={
        undo && (
          <ActionForm
            action={toAction(page, undo.intent)}
            label={portal.texts.undo}
            kind="b3"
            fields={{ version: contract.version, ...undo.fields }}
          />
        )
      }
    />
  );
  return { text, banner };
}
