import { z } from "zod";
import { readPortalFrame } from "~/features/portal/portal-frame.service.server";
import { friendEmail } from "~/features/referrals/acceptance.schema.server";
import { inviteFriend } from "~/features/referrals/invitation.service.server";
import { sealFriend } from "~/features/referrals/invited-friend.server";
import { listShopOrigins } from "~/features/shops/shop-origin";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { requireSameOrigin } from "~/http/same-origin.server";

/**
 * The form on a customer's referral page. What follows carries the e-mail as it was typed (sealed: addresses end in logs
 * and histories): what is stored may be what the friend wrote themselves, which is not the customer's to see.
 */
const invite = defineEndpoint({
  operationId: "portalInviteFriend",
  summary: "Name a friend to invite",
  method: "POST",
  access: { customer: true },
  body: z.object({ friend: friendEmail }),
  handler: async ({ principal, body: { friend }, context }) => {
    // Also with a token, which is nothing ambient: wire.md §1 "Two faces of a write".
    requireSameOrigin(context.request, listShopOrigins(principal.shop));
    const frame = await readPortalFrame(principal.shop, context);
    await inviteFriend(principal, friend, frame.locale.language, context);
    const location = frame.href({ view: "refer", to: await sealFriend(friend) });
    return new Response(null, { status: 303, headers: { Location: location } });
  },
});

/** Forms of the referral page, by `intent`. */
export const referralForms = { invite };
