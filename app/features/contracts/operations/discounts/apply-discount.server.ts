import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { addDiscount } from "~/features/contracts/change/terms";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractIdParameter } from "~/features/contracts/operations/definition/parameters";
import { DISCOUNT_CODE_FORM, toCodeState } from "~/features/discounts/discount-code";
import {
  hasUseOf,
  insertUse,
  listDiscountCodes,
  lockDiscountCodeByName,
} from "~/features/discounts/discount-codes.repo.server";
import { markWelcomeCode } from "~/features/referrals/records/referral-progress.service.server";
import { inQueryOrBody } from "~/http/request/query-or-body";
import { textOfForm } from "~/http/request/query-parameters";
import { applyWithinTries } from "./code-tries.service.server";
import { requireFit, unknownCode } from "./discount-code-fit.server";

const CODES_OFFERED = 50;

/**
 * Apply a discount code to a contract (wire.md §2 "11 discount"). A use of the code is taken in the same transaction,
 * under the code's row lock, so its limits hold under concurrency. Refused as by `requireFit`; with conflict for a
 * contract that is over; with too_many_requests for a customer who has tried too many that were refused. Applied again,
 * a code goes on counting its orders, with the use that it has.
 */
export const discountApplication = defineContractOperation<{ discountCode: string }, "code_applied">({
  customerSwitch: "discount_code",
  around: applyWithinTries,
  async change(state, { discountCode }, { caller: { shop, audit }, tx }) {
    requireEditable(state);
    const code = await lockDiscountCodeByName(tx, shop.id, discountCode);
    if (!code) throw unknownCode();
    const { lineIds, usageCount } = await requireFit(tx, state, code, audit.now);
    const { contract, discounts } = state;
    const discount: ContractState["discounts"][number] = {
      shopId: shop.id,
      contractId: contract.id,
      id: randomUUID(),
      title: code.code,
      code: code.code,
      valueType: code.valueType,
      value: code.value,
      lineIds,
      appliesOnEachItem: false,
      recurringCycleLimit: code.cycleLimit,
      usageCount,
      createdAt: audit.now,
    };
    // Entered again after an order had it, the code still has the use that it took then.
    if (usageCount === 0 || !(await hasUseOf(tx, shop.id, code.id, contract.id)))
      await insertUse(tx, {
        shopId: shop.id,
        codeId: code.id,
        discountId: discount.id,
        contractId: contract.id,
        customerId: contract.customerId,
        isOnce: code.isOncePerCustomer,
        createdAt: audit.now,
      });
    if (code.origin === "REFERRAL") await markWelcomeCode(tx, "use_code", { code, contract }, audit);
    return {
      action: "contract.discount_applied",
      events: ["updated"],
      discounts: addDiscount(discounts, discount),
    };
  },
  portalForms: {
    "apply-code": {
      operationId: "portalApplyCode",
      body: z
        .object({ code: z.string().trim().min(1).max(255) })
        .transform(({ code }) => ({ discountCode: code })),
      offer: "DISCOUNT",
      refusals: {
        not_found: { field: "code", error: "code_unknown" },
        discount_expired: { field: "code", error: "code_expired" },
        discount_not_started: { field: "code", error: "code_not_started" },
        discount_used_up: { field: "code", error: "code_used_up" },
        discount_already_used: { field: "code", error: "code_used_up" },
        discount_not_applicable: { field: "code", error: "code_not_for_products" },
        discount_already_applied: { field: "code", error: "code_applied" },
        second_discount_forbidden: { field: "code", error: "code_second" },
      },
      labelOf: ({ discount }) => ({ code: discount.title }),
      outcome: ({ discountCode }) => ({ done: "code_applied", undo: discountCode }),
      undo: {
        code_applied: (code, { discounts }) => {
          // As typed: its case does not count. Of two codes that differ only by case, the newest was applied last.
          const discount = discounts.findLast((each) => each.code?.toLowerCase() === code.toLowerCase());
          return discount ? { intent: "remove-code", fields: { discount: discount.id } } : null;
        },
      },
    },
  },
  staffForms: {
    apply_code: z.object({
      discountCode: z
        .string({ error: "Write the code." })
        .trim()
        .regex(DISCOUNT_CODE_FORM, "Write a code: letters, digits, _ and -."),
    }),
  },
  staffDialogs: {
    apply_code: {
      done: "Discount code applied",
      button: { at: "discounts", label: "Apply a code" },
      dryRun: "asked",
      async view(state, { shop, clock }) {
        requireEditable(state);
        const codes = await listDiscountCodes(shop.id, { search: "", beforeId: null, limit: CODES_OFFERED });
        return {
          title: "Apply a discount code",
          lines: [
            "It applies to upcoming orders. If the code has a limited number of uses, this counts as one.",
          ],
          confirm: "Apply code",
          rows: [
            [
              {
                kind: "text",
                name: "discountCode",
                label: "Code",
                maxLength: 255,
                suggestions: codes
                  .filter((code) => toCodeState(code, clock.now) === "ACTIVE")
                  .map(({ code }) => code),
              },
            ],
          ],
        };
      },
    },
  },
});

const query = z.object({
  contractId: contractIdParameter,
  discountCode: textOfForm(DISCOUNT_CODE_FORM, "Use 1 to 255 letters, digits, _ and -.", {
    description: "The code, in any case.",
    example: "SPRING-10",
  }),
});
const input = inQueryOrBody(query, ["contractId", "discountCode"]);

/** Operation 11. */
export const applyDiscount = discountApplication.json({
  name: "applyDiscount",
  path: "subscription-contracts-apply-discount",
  summary: "Apply a discount code",
  description: "Send contractId and discountCode, both required, as query parameters or in a JSON body.",
  method: "PUT",
  ...input.declared,
  bodyExample: { contractId: 10_000_000_012, discountCode: "SPRING-10" },
  problems: [
    "conflict",
    "discount_already_applied",
    "discount_already_used",
    "discount_expired",
    "discount_not_applicable",
    "discount_not_started",
    "discount_used_up",
    "second_discount_forbidden",
  ],
  read: input.read,
});
