import { z } from "zod";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import {
  deleteOneTimeProduct,
  findOneTimeProduct,
  listOneTimeProductsWithTitles,
} from "~/features/contracts/one-time-products/one-time-products.repo.server";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { formId, idField } from "~/features/contracts/operations/definition/form-fields";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { notFound, ProblemError } from "~/lib/problem";
import { OPEN_CHARGE_STATUSES } from "~db/schema/attempt-enums";
import {
  OF_ORDER_PATH,
  oneTimeProductRecords,
  orderParameter,
  variantIdParameter,
} from "./one-time-product-records.server";

type OnOrder = { billingAttemptId: number; variantId: number };

/** Remove a product from an order. Refused with not_found; with conflict when the order is being made. */
export const oneTimeProductRemoval = defineContractOperation<OnOrder, "product_removed">({
  customerSwitch: "one_time_products",
  orderOf: ({ billingAttemptId }) => billingAttemptId,
  async change(state, { billingAttemptId, variantId }, { tx }) {
    requireEditable(state);
    const { shopId } = state.contract;
    const attempt = state.attempts.find(({ id }) => id === billingAttemptId);
    const present = attempt && (await findOneTimeProduct(tx, shopId, billingAttemptId, variantId));
    if (!present) throw notFound("The order has no such one-time product.");
    if (OPEN_CHARGE_STATUSES.some((status) => status === attempt.status))
      throw new ProblemError("conflict", "This order is being made.");
    return {
      action: "contract.one_time_product_removed",
      events: ["updated"],
      billingAttemptId,
      recorded: {
        before: { product: present.title, quantity: present.quantity, price: present.price },
        after: {},
      },
      alsoChanged: ["oneTimeProducts"],
      also: (on) => deleteOneTimeProduct(on, shopId, billingAttemptId, variantId),
    };
  },
  answer: oneTimeProductRecords,
  portalForms: {
    "remove-product": {
      operationId: "portalRemoveProduct",
      body: z
        .object({ attempt: idField, variant: idField })
        .transform(({ attempt, variant }) => ({ billingAttemptId: attempt, variantId: variant })),
      outcome: () => ({ done: "product_removed" }),
    },
  },
  staffForms: {
    remove_product: z.object({
      billingAttemptId: formId("Choose an order."),
      variantId: formId("Choose a product."),
    }),
  },
  staffDialogs: {
    remove_product: {
      done: "One-time product removed",
      button: { at: "order-product", label: "Remove" },
      dryRun: "shown",
      isHarsh: true,
      async view(state, { place: { order, variant } }) {
        const { contract, attempts } = state;
        const products = await listOneTimeProductsWithTitles(contract.shopId, contract.id);
        const product = products.find(
          (each) => each.billingAttemptId === order && each.variantId === variant,
        );
        if (!product || !attempts.some(({ id }) => id === order)) return null;
        requireEditable(state);
        const added = product.quantity === 1 ? "It was" : `${product.quantity} pieces were`;
        return {
          title: `Remove ${product.title} from the order?`,
          lines: [`${added} added to this order only.`],
          confirm: "Remove",
          rows: [
            [{ kind: "hidden", name: "billingAttemptId", value: product.billingAttemptId }],
            [{ kind: "hidden", name: "variantId", value: product.variantId }],
          ],
        };
      },
    },
  },
});

export const removeContractOneTimeProduct = oneTimeProductRemoval.json({
  name: "removeOneTimeProduct",
  path: OF_ORDER_PATH,
  summary: "Remove a one-time product from an upcoming order",
  method: "DELETE",
  query: z.object({
    contractId,
    billingAttemptId: orderParameter("The order with the product."),
    variantId: variantIdParameter,
  }),
  problems: ["conflict"],
  read: ({ query }) => query,
});
