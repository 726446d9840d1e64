import { redirect } from "@remix-run/node";
import { z } from "zod";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { toApiOrigin } from "~/http/request/request-context.server";
import { parseEmail } from "~/lib/email-address.server";
import { ProblemError } from "~/lib/problem";
import { askForSignInLink } from "./sign-in-link.service.server";

const NO_EMAIL = "Enter an e-mail address, like name@example.com.";

const readSignInLink = defineEndpoint({
  operationId: "readSignInLink",
  summary: "The page that mails a sign-in link",
  method: "GET",
  access: { public: true },
  query: z.object({ asked: z.string().optional().catch(undefined) }),
  handler: async ({ query }) => ({ hasAsked: query.asked === "true" }),
});

const submitSignInLink = defineEndpoint({
  operationId: "askForSignInLink",
  summary: "Mail a sign-in link, if the address is an account's; the answer is the same either way",
  method: "POST",
  access: { public: true },
  body: z.object({
    email: z
      .string(NO_EMAIL)
      .transform((text) => parseEmail(text)?.toLowerCase())
      .pipe(z.string(NO_EMAIL)),
  }),
  handler: async ({ body: { email }, context: { request, clientAddress, now } }) => {
    // Never the request's host: whoever sends the request could make the mail's link lead anywhere.
    const origin = toApiOrigin(request);
    if (!origin)
      throw new ProblemError(
        "conflict",
        "This server cannot mail sign-in links: its own address (PUBLIC_URL) is not set up.",
      );
    await askForSignInLink({ email, origin }, clientAddress, now);
    return redirect("/admin/sign-in-link?asked=true", 303);
  },
});

export const signInLinkLoader = pageLoader(readSignInLink);
export const signInLinkAction = pageAction({ ask: submitSignInLink });
