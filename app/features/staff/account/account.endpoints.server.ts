import { redirect } from "@remix-run/node";
import { z } from "zod";
import { listSessions } from "~/access/sessions.repo.server";
import { newPasswordSchema } from "~/access/shops.schema";
import { toOwnAudit } from "~/features/staff/own-audit";
import { findSecondFactor } from "~/features/staff/second-factor/second-factor.repo.server";
import { personName } from "~/features/staff/team/team.schema";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { toBrowserText } from "./browser-text";
import { endOwnOtherSessions, endOwnSession } from "./end-sessions.service.server";
import { changePassword } from "./password.service.server";
import { renameAccount } from "./rename.service.server";

const done = (what: string): Response => redirect(`/admin/account?done=${what}`, 303);

const readAccount = defineEndpoint({
  operationId: "readAccount",
  summary: "The account of the person signed in, with their sessions",
  method: "GET",
  access: { staff: "viewer" },
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

const submitName = defineEndpoint({
  operationId: "renameAccount",
  summary: "Change the name of the person signed in",
  method: "POST",
  access: { staff: "viewer" },
  body: z.object({ name: personName }),
  handler: async ({ principal, body, context }): Promise<Response> => {
    await renameAccount(principal.staffId, body.name, toOwnAudit(principal, context));
    return done("name");
  },
});

const submitPassword = defineEndpoint({
  operationId: "changePassword",
  summary: "Change the password of the person signed in; their other sessions end",
  method: "POST",
  access: { staff: "viewer" },
  body: z.object({
    password: z.string("Enter your current password.").min(1, "Enter your current password.").max(1000),
    newPassword: newPasswordSchema,
  }),
  handler: async ({ principal, body, context }): Promise<Response> => {
    await changePassword(principal, body, toOwnAudit(principal, context));
    return done("password");
  },
});

const submitEnd = defineEndpoint({
  operationId: "endSession",
  summary: "End one of the person's sessions",
  method: "POST",
  access: { staff: "viewer" },
  body: z.object({ id: z.uuid("Choose a session.") }),
  handler: async ({ principal, body: { id }, context }): Promise<Response> => {
    await endOwnSession(principal.staffId, id, toOwnAudit(principal, context));
    return done("ended");
  },
});

const submitEndOthers = defineEndpoint({
  operationId: "endOtherSessions",
  summary: "End all sessions of the person but this one",
  method: "POST",
  access: { staff: "viewer" },
  handler: async ({ principal, context }): Promise<Response> => {
    await endOwnOtherSessions(principal.staffId, principal.sessionId, toOwnAudit(principal, context));
    return done("others");
  },
});

export const accountLoader = pageLoader(readAccount);
export const accountAction = pageAction({
  name: submitName,
  password: submitPassword,
  end: submitEnd,
  endOthers: submitEndOthers,
});
