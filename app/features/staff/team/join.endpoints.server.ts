import { redirect } from "@remix-run/node";
import { z } from "zod";
import { setCookies, toSessionPlace } from "~/features/staff/start-session.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { acceptInvitation, readInvitation } from "./invitations.service.server";
import { joinSchema } from "./team.schema.server";

/** What a mailed link invites to, which this does not use up. */
const readJoin = defineEndpoint({
  operationId: "readInvitation",
  method: "GET",
  access: { public: true },
  query: z.object({ token: z.string().catch("") }),
  handler: async ({ query: { token }, context: { receivedAt } }) => {
    const invitation = await readInvitation(token, receivedAt);
    return { token, invitation };
  },
});

/** Join a shop's staff by a mailed link, with a new account or the one there is. */
const submitJoin = defineEndpoint({
  operationId: "acceptInvitation",
  method: "POST",
  access: { public: true },
  body: joinSchema,
  handler: async ({ body, context }): Promise<Response> => {
    const now = context.receivedAt;
    const tokens = await acceptInvitation(body, toSessionPlace(context), { ...context, now });
    if (!tokens) return redirect("/admin/sign-in?done=joined", 303);
    return setCookies(redirect("/admin", 303), context.request, tokens);
  },
});

export const joinLoader = pageLoader(readJoin);
export const joinAction = pageAction({ join: submitJoin });
