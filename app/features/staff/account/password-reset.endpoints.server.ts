import { redirect } from "@remix-run/node";
import { z } from "zod";
import { newPasswordSchema } from "~/access/shops.schema.server";
import { linkPage } from "~/features/staff/sign-in/mailed-links.endpoints.server";
import { setCookies, toSessionPlace } from "~/features/staff/start-session.service.server";
import { toSessionCookie } from "~/http/callers/session-cookie.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { hashResetToken, passwordReset, resetPassword } from "./password-reset.service.server";
import { findReset } from "./password-resets.repo.server";

export const { loader: forgotPasswordLoader, action: forgotPasswordAction } = linkPage(passwordReset, {
  operation: "PasswordReset",
  page: "/admin/forgot-password",
  what: "a link that sets a new password",
});

/** The page that sets a new password by a mailed link, which this does not use up. */
const readReset = defineEndpoint({
  operationId: "readNewPassword",
  method: "GET",
  access: { public: true },
  query: z.object({ token: z.string().catch("") }),
  handler: async ({ query: { token }, context: { receivedAt } }) => {
    const found = await findReset(hashResetToken(token), receivedAt);
    return { token, email: found?.email ?? null };
  },
});

const submitReset = defineEndpoint({
  operationId: "resetPassword",
  method: "POST",
  access: { public: true },
  body: z.object({ token: z.string("Open the link again."), newPassword: newPasswordSchema }),
  handler: async ({ body, context }): Promise<Response> => {
    const { request, requestId, receivedAt: now } = context;
    const place = toSessionPlace(context);
    const { known } = await resetPassword(body.token, body.newPassword, place, { requestId, now });
    const response = redirect("/admin/sign-in?done=reset", 303);
    // Another person's session in this browser would skip the sign-in.
    response.headers.append("Set-Cookie", toSessionCookie(request, null));
    return setCookies(response, request, { known });
  },
});

export const resetPasswordLoader = pageLoader(readReset);
export const resetPasswordAction = pageAction({ reset: submitReset });
