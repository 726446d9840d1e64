import { redirect } from "@remix-run/node";
import { z } from "zod";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { requireOwnOrigin } from "~/http/request/request-context.server";
import { parseEmail } from "~/lib/email/email-address.server";
import { askForLink, type MailedLink } from "./mailed-links.service.server";

const NO_EMAIL = "Enter an e-mail address, like name@example.com.";

/**
 * A page on which a link is requested. The answer is the same whether the address is known or not.
 *
 * @param names.operation in pascal case
 * @param names.page its address
 */
export function linkPage(link: MailedLink, names: { operation: string; page: string; what: string }) {
  const read = defineEndpoint({
    operationId: `read${names.operation}`,
    method: "GET",
    access: { public: true },
    query: z.object({ asked: z.string().optional().catch(undefined) }),
    handler: async ({ query }) => ({ hasAsked: query.asked === "true" }),
  });
  const ask = defineEndpoint({
    operationId: `askFor${names.operation}`,
    method: "POST",
    access: { public: true },
    body: z.object({
      email: z
        .string(NO_EMAIL)
        .transform((text) => parseEmail(text)?.toLowerCase())
        .pipe(z.string(NO_EMAIL)),
    }),
    handler: async ({ body: { email }, context }) => {
      const origin = requireOwnOrigin(context.request, `mail ${names.what}`);
      await askForLink(link, { email, origin }, context.clientAddress, context.receivedAt);
      return redirect(`${names.page}?asked=true`, 303);
    },
  });
  return { loader: pageLoader(read), action: pageAction({ ask }) };
}
