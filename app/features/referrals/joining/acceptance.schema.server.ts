import { z } from "zod";
import { readShopOfToken } from "~/features/referrals/rules/referral-token";
import { withPlus } from "~/http/request/query-parameters";
import { parseEmail } from "~/lib/email/email-address.server";

/** Far below the endpoint's limit: no real token or e-mail is longer. */
const LONGEST_TEXT = 1000;

const text = (missing: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : "Use a text.") })
    .trim()
    .min(1, missing)
    .max(LONGEST_TEXT, "This is too long.");

/** A missing value has another code than a wrong one. */
const malformed = (context: z.RefinementCtx, code: string, message: string): never => {
  context.addIssue({ code: "custom", params: { code }, message });
  return z.NEVER;
};

/** A referral token, parsed together with the shop number in it. */
const referralToken = text("Give the token of a referral link.")
  .transform((token, context) => {
    const shopId = readShopOfToken(token);
    return shopId === null
      ? malformed(context, "invalid_token", "This is not the token of a referral link.")
      : { token, shopId };
  })
  .meta({
    type: "string",
    description: "The referrer's token from the referral link.",
    example: "ref_1_9fQ2mZ0cV7hJt3xWb5nKpA",
  });

const emailAddress = (toMeant: (text: string) => string) =>
  text("Give an e-mail address.")
    .transform(
      (email, context) =>
        parseEmail(toMeant(email)) ?? malformed(context, "invalid_email", "This is not an e-mail address."),
    )
    .meta({ type: "string", description: "The friend's e-mail address.", example: "friend@example.com" });

/** An e-mail address that mail can be sent to. */
export const friendEmail = emailAddress((text) => text);

export const acceptanceInput = z.object({ token: referralToken, email: friendEmail });
/** The same fields as parameters of a URL. */
export const acceptanceQuery = z.object({ token: referralToken, email: emailAddress(withPlus) });
export type AcceptanceInput = z.output<typeof acceptanceInput>;
