import { useLoaderData } from "@remix-run/react";
import {
  forgotPasswordAction,
  forgotPasswordLoader,
} from "~/features/staff/account/password-reset.endpoints.server";
import { AskForLink } from "~/features/staff/ui/ask-for-link";
import { useAnswer } from "~/ui/hooks/use-answer";
import { adminLinks } from "~/ui/shell/admin-document";
import { titled } from "~/ui/shell/page-exports";

export { adminLinks as links, forgotPasswordAction as action, forgotPasswordLoader as loader };

export const meta = titled("Forgot your password?");

export default function ForgotPasswordPage() {
  const { hasAsked } = useLoaderData<typeof forgotPasswordLoader>();
  return (
    <AskForLink
      title="Forgot your password?"
      note="We mail you a link with which you can choose a new one."
      askedNote="If there is an account with this address, a link is on its way. It is valid for one hour and can be used once."
      action="/admin/forgot-password"
      hasAsked={hasAsked}
      result={useAnswer<typeof forgotPasswordAction>()}
    />
  );
}
