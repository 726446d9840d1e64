import { hasRole } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { listStaffOfShop } from "~/features/staff/staff.repo.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffPage } from "~/http/endpoint/staff-page.server";
import { requireOwnOrigin } from "~/http/request/request-context.server";
import { listInvitations } from "./invitations.repo.server";
import { inviteStaff, withdrawInvitation } from "./invitations.service.server";
import {
  invitationSchema,
  memberRoleSchema,
  memberSchema,
  openInvitationSchema,
  requirementSchema,
} from "./team.schema.server";
import { changeRole, removeMember, requireSecondFactor } from "./team.service.server";

/** Who works in the shop, and for owners who has been invited. */
export const teamLoader = staffPage("readStaff", "viewer", {
  handler: async ({ principal: { shop, staffId, role }, context: { receivedAt: now } }) => {
    const mayEdit = hasRole(role, "owner");
    const invitations = mayEdit ? await listInvitations(shop.id) : [];
    return {
      now,
      mayEdit,
      ownId: staffId,
      requiresSecondFactor: (await findShopSettings(shop.id))?.requiresSecondFactor ?? false,
      members: await listStaffOfShop(shop.id),
      invitations: invitations.map((row) => ({ ...row, id: row.email, isOver: row.expiresAt <= now })),
    };
  },
});

export const teamAction = pageAction({
  invite: staffChange("inviteStaff", "owner", {
    body: invitationSchema,
    done: "/admin/staff?done=invited",
    handler: ({ principal, body, context, realAudit }) =>
      inviteStaff(principal, body, requireOwnOrigin(context.request, "mail invitations"), realAudit),
  }),
  withdraw: staffChange("withdrawStaffInvitation", "owner", {
    body: openInvitationSchema,
    done: "/admin/staff?done=withdrawn",
    handler: ({ principal, body, realAudit }) => withdrawInvitation(principal.shop.id, body.email, realAudit),
  }),
  role: staffChange("changeStaffRole", "owner", {
    body: memberRoleSchema,
    done: "/admin/staff?done=role",
    handler: ({ principal, body: { staffId, newRole }, realAudit }) =>
      changeRole(principal.shop.id, staffId, newRole, realAudit),
  }),
  remove: staffChange("removeStaff", "owner", {
    body: memberSchema,
    done: "/admin/staff?done=removed",
    handler: ({ principal, body: { staffId }, realAudit }) =>
      removeMember(principal.shop.id, staffId, realAudit),
  }),
  twoStep: staffChange("requireSecondFactor", "owner", {
    body: requirementSchema,
    done: ({ body }) => `/admin/staff?done=${body.isRequired === "true" ? "required" : "optional"}`,
    handler: ({ principal: { shop, staffId }, body, realAudit }) =>
      requireSecondFactor(shop.id, body.isRequired === "true", staffId, realAudit),
  }),
});
