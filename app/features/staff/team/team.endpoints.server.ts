import { redirect } from "@remix-run/node";
import { hasRole, toRealAudit } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { listStaffOfShop } from "~/features/staff/staff.repo.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { requireOwnOrigin } from "~/http/request/request-context.server";
import { listInvitations } from "./invitations.repo.server";
import { inviteStaff, withdrawInvitation } from "./invitations.service.server";
import {
  invitationSchema,
  memberRoleSchema,
  memberSchema,
  openInvitationSchema,
  requirementSchema,
} from "./team.schema";
import { changeRole, removeMember, requireSecondFactor } from "./team.service.server";

const readTeam = defineEndpoint({
  operationId: "readStaff",
  summary: "Who works in the shop, and for owners who has been invited",
  method: "GET",
  access: { staff: "viewer" },
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

const submitInvitation = defineEndpoint({
  operationId: "inviteStaff",
  summary: "Mail somebody a link to join the shop's staff",
  method: "POST",
  access: { staff: "owner" },
  body: invitationSchema,
  handler: async ({ principal, body, context }): Promise<Response> => {
    const origin = requireOwnOrigin(context.request, "mail invitations");
    await inviteStaff(principal, body, origin, toRealAudit(principal, context));
    return redirect("/admin/staff?done=invited", 303);
  },
});

const submitWithdrawal = defineEndpoint({
  operationId: "withdrawStaffInvitation",
  summary: "Make an invitation void",
  method: "POST",
  access: { staff: "owner" },
  body: openInvitationSchema,
  handler: async ({ principal, body, context }): Promise<Response> => {
    await withdrawInvitation(principal.shop.id, body.email, toRealAudit(principal, context));
    return redirect("/admin/staff?done=withdrawn", 303);
  },
});

const submitRole = defineEndpoint({
  operationId: "changeStaffRole",
  summary: "Give somebody another role",
  method: "POST",
  access: { staff: "owner" },
  body: memberRoleSchema,
  handler: async ({ principal, body: { staffId, newRole }, context }): Promise<Response> => {
    await changeRole(principal.shop.id, staffId, newRole, toRealAudit(principal, context));
    return redirect("/admin/staff?done=role", 303);
  },
});

const submitRemoval = defineEndpoint({
  operationId: "removeStaff",
  summary: "Take somebody off the shop's staff",
  method: "POST",
  access: { staff: "owner" },
  body: memberSchema,
  handler: async ({ principal, body: { staffId }, context }): Promise<Response> => {
    await removeMember(principal.shop.id, staffId, toRealAudit(principal, context));
    return redirect("/admin/staff?done=removed", 303);
  },
});

const submitRequirement = defineEndpoint({
  operationId: "requireSecondFactor",
  summary: "Whether the staff have to have two-step sign-in",
  method: "POST",
  access: { staff: "owner" },
  body: requirementSchema,
  handler: async ({ principal: { shop, staffId }, principal, body, context }): Promise<Response> => {
    const audit = toRealAudit(principal, context);
    await requireSecondFactor(shop.id, body.isRequired === "true", staffId, audit);
    return redirect(`/admin/staff?done=${body.isRequired === "true" ? "required" : "optional"}`, 303);
  },
});

export const teamLoader = pageLoader(readTeam);
export const teamAction = pageAction({
  invite: submitInvitation,
  withdraw: submitWithdrawal,
  role: submitRole,
  remove: submitRemoval,
  twoStep: submitRequirement,
});
