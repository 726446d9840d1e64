import { redirect } from "@remix-run/node";
import {
  deleteSubscription,
  findSubscription,
  insertSubscription,
} from "~/features/insights/digest/digest.repo.server";
import { mailDigestNow, readDigestPage } from "~/features/insights/digest/digest.service.server";
import { DIGEST_PATH } from "~/features/insights/pages/overview-url";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { requireOwnOrigin } from "~/http/request/request-context.server";

/** Staff act only for themselves; viewers may, too, since they see the same numbers. */
const own = { method: "POST", access: { staff: "viewer" } } as const;

const readPage = defineEndpoint({
  operationId: "readDigest",
  summary: "Whether the person gets the weekly digest, and what it says",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal: { shop, staffId, email }, context }) => ({
    ...(await readDigestPage(shop, context.now)),
    isOn: (await findSubscription(shop.id, staffId)) !== null,
    email,
  }),
});

const requireOrigin = (request: Request): string => requireOwnOrigin(request, "mail digests");

const switchOn = defineEndpoint({
  ...own,
  operationId: "switchDigestOn",
  summary: "Mail the weekly digest to the person",
  handler: async ({ principal: { shop, staffId }, context }) => {
    const origin = requireOrigin(context.request);
    await insertSubscription({ shopId: shop.id, staffId, since: context.now, origin });
    return redirect(`${DIGEST_PATH}?done=on`, 303);
  },
});

const switchOff = defineEndpoint({
  ...own,
  operationId: "switchDigestOff",
  summary: "Mail no digests to the person any more",
  handler: async ({ principal: { shop, staffId } }) => {
    await deleteSubscription(shop.id, staffId);
    return redirect(`${DIGEST_PATH}?done=off`, 303);
  },
});

const sendNow = defineEndpoint({
  ...own,
  operationId: "mailDigestNow",
  summary: "Mail the last whole week's digest to the person at once",
  handler: async ({ principal: { shop, ...person }, context: { request, now, receivedAt } }) => {
    const to = { ...person, origin: requireOrigin(request) };
    await mailDigestNow(shop, to, { now, realNow: receivedAt });
    return redirect(`${DIGEST_PATH}?done=sent`, 303);
  },
});

export const digestPageLoader = pageLoader(readPage);
export const digestPageAction = pageAction({ on: switchOn, off: switchOff, now: sendNow });
