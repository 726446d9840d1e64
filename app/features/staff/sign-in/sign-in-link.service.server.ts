import { insertKnownBrowser } from "~/features/staff/known-browsers.repo.server";
import { hashLinkToken } from "~/http/callers/session-cookie.server";
import { limitsOfLink, type MailedLink } from "./mailed-links.service.server";

/** Allows signing in even if others have used up the account's tries. It does not replace the password. */
export const signInLink: MailedLink = {
  task: "mail-sign-in-link",
  ...limitsOfLink("sign-in-link", "sign-in links"),
  mailKind: "sign_in_link",
  page: "/admin/sign-in",
  hash: hashLinkToken,
  store: insertKnownBrowser,
  texts: {
    subject: "Your sign-in link for Perennial",
    heading: "Sign in to Perennial",
    paragraphs: [
      "Use this link to sign in even though there have been too many wrong passwords for your account. You will still need your password.",
      "The link is valid for one hour and for one sign-in.",
    ],
    button: "Sign in",
    afterwards: [
      "Didn’t ask for this? You can ignore this e-mail: nobody gets in without your password. Please don’t share the link.",
    ],
    footer: (shopName) =>
      `You’re receiving this e-mail because somebody asked for a sign-in link for your account at ${shopName}.`,
  },
};
