import { linkPage } from "./mailed-links.endpoints.server";
import { signInLink } from "./sign-in-link.service.server";

export const { loader: signInLinkLoader, action: signInLinkAction } = linkPage(signInLink, {
  operation: "SignInLink",
  page: "/admin/sign-in-link",
  what: "a sign-in link",
});
