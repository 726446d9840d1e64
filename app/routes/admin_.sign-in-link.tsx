import { Button } from "@mantine/core";
import { Form, Link, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { signInLinkAction, signInLinkLoader } from "~/features/staff/sign-in-link.endpoints.server";
import { pageTitle } from "~/lib/page-title";
import { TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { adminLinks } from "~/ui/frame/admin-document";
import { CenteredCard } from "~/ui/frame/centered-card";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";

export { adminLinks as links, signInLinkAction as action, signInLinkLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Mail me a sign-in link") }];

const LABELS = { email: "E-mail" };

export default function SignInLinkPage() {
  const { hasAsked } = useLoaderData<typeof signInLinkLoader>();
  const result = useActionData<typeof signInLinkAction>();
  const isBusy = useNavigation().state !== "idle";
  const back = (
    <p className="pn-centered-aside">
      <Link to="/admin/sign-in">Back to sign-in</Link>
    </p>
  );
  if (hasAsked && !result)
    return (
      <CenteredCard
        title="Check your inbox"
        note="If there is an account with this address, a link is on its way. It is good for one hour and for one sign-in."
      >
        {back}
      </CenteredCard>
    );
  return (
    <CenteredCard
      title="Mail me a sign-in link"
      note="For when there have been too many wrong passwords for your account. With the link you can sign in all the same; you will still need your password."
    >
      <FormProblem result={result} labels={LABELS} />
      <Form method="post" action="/admin/sign-in-link" className="pn-stack">
        <FormFields labels={LABELS} values={toSubmitted(result)} messages={toFieldMessages(result)}>
          <TextField name="email" type="email" autoComplete="username" required />
        </FormFields>
        <Button type="submit" size="md" loading={isBusy} fullWidth>
          Mail me a link
        </Button>
      </Form>
      {back}
    </CenteredCard>
  );
}
