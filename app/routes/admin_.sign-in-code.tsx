import { signInCodeAction, signInCodeLoader } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { CodeStep } from "~/features/staff/ui/code-step";
import { useAnswer } from "~/ui/hooks/use-answer";
import { toSubmitted } from "~/ui/parts/form-problem";
import { adminLinks } from "~/ui/shell/admin-document";
import { titled } from "~/ui/shell/page-exports";

export { adminLinks as links, signInCodeAction as action, signInCodeLoader as loader };

export const meta = titled("Sign in");

/** Shows again the values of a refused code. */
export default function SignInCodePage() {
  const result = useAnswer<typeof signInCodeAction>();
  const { ticket = "", next = "" } = toSubmitted(result);
  return <CodeStep ticket={ticket} next={next} result={result} />;
}
