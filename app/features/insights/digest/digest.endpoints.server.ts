import { DIGEST_PATH } from "~/features/insights/pages/overview-url";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffPage } from "~/http/endpoint/staff-page.server";
import { requireOwnOrigin } from "~/http/request/request-context.server";
import { deleteSubscription, findSubscription, insertSubscription } from "./digest.repo.server";
import { mailDigestNow, readDigestPage } from "./digest.service.server";

const requireOrigin = (request: Request): string => requireOwnOrigin(request, "mail digests");

/** Whether the person gets the weekly digest, and what it says. */
export const digestPageLoader = staffPage("readDigest", "viewer", {
  handler: async ({ principal: { shop, staffId, email }, context }) => ({
    ...(await readDigestPage(shop, context.now)),
    isOn: (await findSubscription(shop.id, staffId)) !== null,
    email,
  }),
});

/** Staff act only for themselves; viewers may, too, since they see the same numbers. */
export const digestPageAction = pageAction({
  on: staffChange("switchDigestOn", "viewer", {
    done: `${DIGEST_PATH}?done=on`,
    handler: ({ principal: { shop, staffId }, context: { request, now } }) =>
      insertSubscription({ shopId: shop.id, staffId, since: now, origin: requireOrigin(request) }),
  }),
  off: staffChange("switchDigestOff", "viewer", {
    done: `${DIGEST_PATH}?done=off`,
    handler: ({ principal: { shop, staffId } }) => deleteSubscription(shop.id, staffId),
  }),
  /** Mails the last whole week's digest. */
  now: staffChange("mailDigestNow", "viewer", {
    done: `${DIGEST_PATH}?done=sent`,
    handler: ({ principal: { shop, ...person }, context: { request, now, receivedAt } }) =>
      mailDigestNow(shop, { ...person, origin: requireOrigin(request) }, { now, realNow: receivedAt }),
  }),
});
