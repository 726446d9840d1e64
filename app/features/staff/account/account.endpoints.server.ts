import { z } from "zod";
import { listSessions } from "~/access/sessions.repo.server";
import { newPasswordSchema } from "~/access/shops.schema.server";
import { toOwnAudit } from "~/features/staff/own-audit";
import { findSecondFactor } from "~/features/staff/second-factor/second-factor.repo.server";
import { personName } from "~/features/staff/team/team.schema.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffPage } from "~/http/endpoint/staff-page.server";
import { toBrowserText } from "./browser-text";
import { endOwnOtherSessions, endOwnSession } from "./end-sessions.service.server";
import { changePassword } from "./password.service.server";
import { renameAccount } from "./rename.service.server";

/** The account of the person signed in, with their sessions. */
export const accountLoader = staffPage("readAccount", "viewer", {
  handler: async ({ principal: { staffId, sessionId, name, email }, context: { receivedAt: now } }) => ({
    now,
    name,
    email,
    hasSecondFactor: Boolean((await findSecondFactor(staffId))?.confirmedAt),
    sessions: (await listSessions(staffId, now)).map(({ browser, lastUsedAt, ...session }) => ({
      ...session,
      browser: toBrowserText(browser),
      lastUsedAt: lastUsedAt ?? session.createdAt,
      isThis: session.id === sessionId,
    })),
  }),
});

export const accountAction = pageAction({
  name: staffChange("renameAccount", "viewer", {
    body: z.object({ name: personName }),
    done: "/admin/account?done=name",
    handler: ({ principal, body, context }) =>
      renameAccount(principal.staffId, body.name, toOwnAudit(principal, context)),
  }),
  /** Change the password of the person signed in; their other sessions end. */
  password: staffChange("changePassword", "viewer", {
    body: z.object({
      password: z.string("Enter your current password.").min(1, "Enter your current password.").max(1000),
      newPassword: newPasswordSchema,
    }),
    done: "/admin/account?done=password",
    handler: ({ principal, body, context }) =>
      changePassword(principal, body, toOwnAudit(principal, context)),
  }),
  end: staffChange("endSession", "viewer", {
    body: z.object({ id: z.uuid("Choose a session.") }),
    done: "/admin/account?done=ended",
    handler: ({ principal, body: { id }, context }) =>
      endOwnSession(principal.staffId, id, toOwnAudit(principal, context)),
  }),
  endOthers: staffChange("endOtherSessions", "viewer", {
    done: "/admin/account?done=others",
    handler: ({ principal, context }) =>
      endOwnOtherSessions(principal.staffId, principal.sessionId, toOwnAudit(principal, context)),
  }),
});
