import { randomUUID } from "node:crypto";
import { z } from "zod";
import { findCustomerOfShop } from "~/access/portal/portal-tokens.repo.server";
import { toAudit } from "~/access/principal";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { platformId, required } from "~/http/request/query-parameters";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { insertTestCard } from "./test-gateway.repo.server";

const YEARS_GOOD = 5;

export const createTestPaymentMethod = defineEndpoint({
  operationId: "createTestPaymentMethod",
  summary: "Give a customer a test card",
  description:
    "Shops on the test gateway only. The last digits decide how the card behaves: 4242 pays; 0002 is declined; 9995 has insufficient funds; 0341 fails from its second charge on; 0069 has expired; 3155 requires the customer's bank once; 0119 fails once; 9235 is stolen; 5126 is charged, but the answer is lost; 3437 is unreachable for an hour. Any other card pays.",
  tag: "Test gateway",
  method: "POST",
  path: `${MERCHANT}/subscription-customers/{customerId}/test-payment-methods`,
  access: { apiKey: "settings:write" },
  params: z.object({
    customerId: required(platformId("Customer", { description: "The customer who gets the card." })),
  }),
  body: z.object({ lastDigits: z.string().regex(/^\d{4}$/, "Use the last four digits.") }),
  bodyExample: { lastDigits: "0002" },
  problems: ["forbidden", "not_found"],
  status: 201,
  response: z.object({ id: z.string(), lastDigits: z.string() }),
  example: { id: "test-card-3f0c7a52", lastDigits: "0002" },
  handler: async ({ principal, params: { customerId }, body: { lastDigits }, context }) => {
    const { shop } = principal;
    if (shop.gateway !== "test")
      throw new ProblemError("forbidden", "Only a shop on the test gateway has test cards.");
    if (!(await findCustomerOfShop(shop.id, customerId))) throw notFound("The shop has no such customer.");
    const id = `test-card-${randomUUID()}`;
    const expiryYear = context.now.getUTCFullYear() + YEARS_GOOD;
    await inTransaction(async (tx) => {
      await insertTestCard(tx, { shopId: shop.id, id, customerId, lastDigits, expiryYear });
      const after = { customerId, paymentMethodId: id };
      await appendActivity(
        tx,
        { shopId: shop.id, contractId: null, action: "customer.test_card_added", after },
        toAudit(principal, context),
      );
    });
    return { id, lastDigits };
  },
  toResponse: (made, context) => jsonResponse(JSON.stringify(made), context, { status: 201 }),
});
