import { redirect } from "@remix-run/node";
import { z } from "zod";
import { listShopOrigins } from "~/access/shop-origin";
import type { FormRefusals } from "~/features/customer-pages/form-refusals";
import { readPortalContext } from "~/features/customer-pages/portal-context.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { requireSameOrigin } from "~/http/request/same-origin.server";
import { friendEmail } from "./acceptance.schema.server";
import { inviteFriend } from "./invitation.service.server";
import { sealFriend } from "./invited-friend.server";

/**
 * The form on a customer's referral page. The next page's address carries the e-mail as it was typed, sealed, because
 * addresses end up in logs and histories. It does not show the stored e-mail: the friend may have written it, which is
 * not for the customer to see.
 */
const invite = defineEndpoint({
  operationId: "portalInviteFriend",
  method: "POST",
  access: { customer: true },
  body: z.object({ friend: friendEmail }),
  handler: async ({ principal, body: { friend }, context }) => {
    // Also with a token, although no browser sends it by itself: wire.md §1 "Two forms of a write".
    requireSameOrigin(context.request, listShopOrigins(principal.shop));
    const portal = await readPortalContext(principal.shop, context);
    await inviteFriend(principal, friend, portal.locale.language, context);
    return redirect(portal.href({ view: "refer", to: sealFriend(friend) }), 303);
  },
});

const inviteRefusals: FormRefusals = { refusals: { too_many_requests: "friends_today" } };

/** Forms of the referral page, by `intent`. */
export const referralForms = { invite: { ...invite, ...inviteRefusals } };
