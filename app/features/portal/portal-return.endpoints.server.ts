import { redirect } from "@remix-run/node";
import { z } from "zod";
import { comeBack } from "~/features/billing/hosted/hosted-pages.service.server";
import { findShopOfVisit, portalTokenRequired } from "~/http/callers/authenticate-customer.server";
import { findSigned } from "~/http/callers/signed-request.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";

/**
 * Back from a hosted page, with the one-time code in the address: to the contract in the portal that the customer came
 * from, with a banner of the result. A customer whom the platform's proxy identifies stays signed in that way.
 */
export const returnToPortal = defineEndpoint({
  operationId: "returnToPortal",
  method: "GET",
  access: { public: true },
  query: z.object({ back: z.string().max(100) }),
  handler: async ({ query, context }) => {
    const shop = await findShopOfVisit(context);
    // HEAD changes nothing: the code stays valid.
    const isHead = context.request.method === "HEAD";
    const back = shop && !isHead ? await comeBack(shop, query.back, context.receivedAt) : null;
    if (!back) throw portalTokenRequired();
    const signed = await findSigned(context);
    const place = new URLSearchParams({ contract: String(back.contractId), done: back.end });
    if (signed?.customerId !== back.customerId) place.set("token", back.token);
    return redirect(`?${place}`, 303);
  },
});
