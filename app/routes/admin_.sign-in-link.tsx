import { useLoaderData } from "@remix-run/react";
import { signInLinkAction, signInLinkLoader } from "~/features/staff/sign-in/sign-in-link.endpoints.server";
import { AskForLink } from "~/features/staff/ui/ask-for-link";
import { useAnswer } from "~/ui/hooks/use-answer";
import { adminLinks } from "~/ui/shell/admin-document";
import { titled } from "~/ui/shell/page-exports";

export { adminLinks as links, signInLinkAction as action, signInLinkLoader as loader };

export const meta = titled("Mail me a sign-in link");

export default function SignInLinkPage() {
  const { hasAsked } = useLoaderData<typeof signInLinkLoader>();
  return (
    <AskForLink
      title="Mail me a sign-in link"
      note="For accounts that are locked after too many wrong passwords. With the link you can sign in; you will still need your password."
      askedNote="If there is an account with this address, a link is on its way. It is valid for one hour and one sign-in."
      action="/admin/sign-in-link"
      hasAsked={hasAsked}
      result={useAnswer<typeof signInLinkAction>()}
    />
  );
}
