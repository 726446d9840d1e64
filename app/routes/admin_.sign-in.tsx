import { Button } from "@mantine/core";
import { Link, useLoaderData, useNavigation } from "@remix-run/react";
import { signInAction, signInLoader } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { CodeStep } from "~/features/staff/ui/code-step";
import { AnsweredFields } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { PasswordField, TextField } from "~/ui/form/form-fields";
import { useAnswer } from "~/ui/hooks/use-answer";
import { findProblem, toSubmitted } from "~/ui/parts/form-problem";
import { adminLinks } from "~/ui/shell/admin-document";
import { CenteredCard } from "~/ui/shell/centered-card";
import { titled } from "~/ui/shell/page-exports";

export { adminLinks as links, signInAction as action, signInLoader as loader };

export const meta = titled("Sign in");

const LABELS = { email: "E-mail", password: "Password" };
const DONE = {
  reset: "Your new password is set. Sign in with it.",
  joined: "You have joined the shop. Sign in as usual; the shop is now among yours.",
};

export default function SignInPage() {
  const result = useAnswer<typeof signInAction>();
  if (result?.ok) return <CodeStep {...result.result} result={undefined} />;
  return <PasswordStep result={result} />;
}

function PasswordStep({ result }: { result: ReturnType<typeof useAnswer<typeof signInAction>> }) {
  const { next, done, link, isLinkOver } = useLoaderData<typeof signInLoader>();
  const email = toSubmitted(result).email ?? link?.email;
  const isThrottled = findProblem(result)?.code === "too_many_requests";
  const isBusy = useNavigation().state !== "idle";
  return (
    <CenteredCard
      title="Sign in to Perennial"
      note={
        result
          ? undefined
          : isLinkOver
            ? "This sign-in link has been used or has expired."
            : done && DONE[done]
      }
    >
      <AnsweredFields answer={result} labels={LABELS} values={{ email }}>
        {isThrottled && (
          <Form method="post" action="/admin/sign-in-link" className="pn-centered-aside">
            <input type="hidden" name="email" value={email} />
            <Button type="submit" variant="default" loading={isBusy} fullWidth>
              Mail me a sign-in link
            </Button>
          </Form>
        )}
        <Form method="post" className="pn-stack">
          <input type="hidden" name="next" value={next} />
          {link && <input type="hidden" name="token" value={link.token} />}
          <TextField name="email" type="email" autoComplete="username" required />
          <PasswordField name="password" autoComplete="current-password" />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            Sign in
          </Button>
        </Form>
      </AnsweredFields>
      {!isThrottled && (
        <p className="pn-centered-aside">
          <Link to="/admin/forgot-password">Forgot your password?</Link>
        </p>
      )}
      {!isThrottled && (
        <p className="pn-centered-aside">
          Locked out by too many tries? <Link to="/admin/sign-in-link">Mail me a sign-in link</Link>
        </p>
      )}
    </CenteredCard>
  );
}
