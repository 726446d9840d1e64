import { sql } from "drizzle-orm";
import { z } from "zod";
import { isExpiredCard } from "~/features/contracts/card-expiry";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import type { ShopClock } from "~/features/contracts/change/order-plan";
import { toMethodChange } from "~/features/contracts/change/terms";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractIdParameter } from "~/features/contracts/operations/definition/parameters";
import type { DialogContext, DialogOption } from "~/features/contracts/operations/definition/staff-dialog";
import { toPaymentView } from "~/features/contracts/payment-view";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { textOfForm } from "~/http/request/query-parameters";
import { listOwnIds } from "~/lib/gid";
import { invalidRequest, type ProblemError } from "~/lib/problem";
import type { Transaction } from "~db/transaction.server";
import { listUsableMethods, mapContractsByMethod } from "./usable-methods.repo.server";

const refuse = (code: string, detail: string): ProblemError =>
  invalidRequest([{ parameter: "paymentMethodId", code, detail }]);

const METHOD_FORM = /^[\x21-\x7e]{1,255}$/;

type StoredMethod = {
  id: string;
  expiryMonth: number | null;
  expiryYear: number | null;
  isRevoked: boolean;
};

/**
 * Pays the contract with another of its customer's payment methods from now on; unpaid orders are tried with it at once
 * (`changeContract` does that). Refused with invalid_request when the customer has no such method, or when it is
 * revoked or expired; with conflict for a contract that is over. Source: wire.md §4.
 */
export const paymentMethodChange = defineContractOperation<{ paymentMethodId: string }, "method_changed">({
  customerSwitch: "payment_method",
  canBeUndone: true,
  async change(state, { paymentMethodId }, { clock, tx }) {
    requireEditable(state);
    const method = await requireUsableMethod(tx, { ...state.contract, paymentMethodId }, clock);
    return toMethodChange(state, method.id);
  },
  portalForms: {
    "use-method": {
      operationId: "portalUsePaymentMethod",
      body: z
        .object({ method: z.string().min(1).max(255) })
        .transform(({ method }) => ({ paymentMethodId: method })),
      outcome: (_wanted, { contract }) => ({
        done: "method_changed",
        undo: contract.paymentMethodId ?? undefined,
      }),
      undo: { method_changed: (method) => ({ fields: { method } }) },
    },
  },
  staffForms: {
    payment_method: z.object({
      paymentMethodId: z.string({ error: "Choose a payment method." }).regex(METHOD_FORM),
    }),
  },
  staffDialogs: {
    payment_method: {
      done: "Payment method changed",
      button: { at: "payment", label: "Change", about: "payment method" },
      async view(state, context) {
        requireEditable(state);
        return {
          title: "Change the payment method",
          lines: ["Orders that wait to be paid are tried with it at once."],
          confirm: "Change payment method",
          rows: [
            [
              {
                kind: "list",
                name: "paymentMethodId",
                label: "Payment method",
                options: await listMethods(state, context),
                empty: "The customer has no other valid payment method.",
              },
            ],
          ],
        };
      },
    },
  },
});

async function listMethods(
  { contract }: ContractState,
  { clock, format }: DialogContext,
): Promise<DialogOption[]> {
  const { shopId, customerId } = contract;
  const [methods, contractsOf] = await Promise.all([
    listUsableMethods(shopId, customerId, clock),
    mapContractsByMethod(shopId, customerId),
  ]);
  return methods
    .filter(({ id }) => id !== contract.paymentMethodId)
    .flatMap((method): DialogOption[] => {
      const view = toPaymentView(method, clock, format);
      const isKnown = method.brand !== null || method.lastDigits !== null;
      const note = [
        view?.holder,
        view?.expiry && `expires ${view.expiry}`,
        // Nothing else distinguishes methods that came with an import.
        !isKnown && toPaidContracts(contractsOf.get(method.id) ?? []),
      ];
      return view ? [{ value: method.id, label: view.title, note: note.filter(Boolean).join(", ") }] : [];
    });
}

function toPaidContracts([first, ...others]: number[]): string {
  if (first === undefined) return "pays for no contract";
  if (others.length === 0) return `pays for contract ${first}`;
  return `pays for contract ${first} and ${others.length} more`;
}

/** The customer's payment method, locked until the change is written. @throws ProblemError invalid_request */
export async function requireUsableMethod(
  tx: Transaction,
  { shopId, customerId, paymentMethodId }: { shopId: number; customerId: number; paymentMethodId: string },
  clock: ShopClock,
): Promise<StoredMethod> {
  const method = await lockMethod(tx, shopId, customerId, paymentMethodId);
  if (!method) throw refuse("unknown", "The customer has no such payment method.");
  const { isRevoked, ...card } = method;
  if (isRevoked) throw refuse("revoked", "This payment method was revoked.");
  if (isExpiredCard(card, clock)) throw refuse("expired", "This card has expired.");
  return method;
}

/**
 * By the id as listed: the platform's own, which may itself be a gid, or a gid of ours around it. Locked until the
 * change is written, so that it is not revoked in between.
 */
async function lockMethod(
  tx: Transaction,
  shopId: number,
  customerId: number,
  text: string,
): Promise<StoredMethod | null> {
  const [own, inner = own] = listOwnIds(text, "CustomerPaymentMethod");
  const rows = await tx.execute<StoredMethod>(sql`
    select id, expiry_month as "expiryMonth", expiry_year as "expiryYear", revoked_at is not null as "isRevoked"
    from payment_methods
    where shop_id = ${shopId}::bigint and customer_id = ${customerId}::bigint and id in (${text}, ${inner})
    order by id = ${text} desc limit 1 for share`);
  return rows[0] ?? null;
}

const query = z.object({
  contractId: contractIdParameter,
  paymentMethodId: textOfForm(METHOD_FORM, "Use the id of a payment method as it is listed.", {
    description: "A payment method of the customer: its gid as listed, or the platform's own id.",
    example: "gid://platform/CustomerPaymentMethod/5f0c2f6a9b",
  }),
});
const input = inQueryOrBody(query, ["contractId", "paymentMethodId"]);

export const updatePaymentMethod = paymentMethodChange.json({
  name: "updatePaymentMethod",
  path: "subscription-contracts-update-payment-method",
  summary: "Change the payment method of a contract",
  description:
    "Uses another payment method of the customer; revoked and expired ones are refused. Unpaid orders are tried again with it at once. Send contractId and paymentMethodId, both required, as query parameters or in a JSON body.",
  method: "PUT",
  ...input.declared,
  bodyExample: {
    contractId: 10_000_000_012,
    paymentMethodId: "gid://platform/CustomerPaymentMethod/5f0c2f6a9b",
  },
  problems: ["conflict"],
  read: input.read,
});
