import { Button, TextInput } from "@mantine/core";
import { Form, Link, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { adminLinks } from "~/components/admin-document";
import { FormProblem, fieldId, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { LoneCard } from "~/components/lone-card";
import { signInLinkAction, signInLinkLoader } from "~/features/staff/sign-in-link.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { adminLinks as links, signInLinkAction as action, signInLinkLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Mail me a sign-in link") }];

export default function SignInLinkPage() {
  const { hasAsked } = useLoaderData<typeof signInLinkLoader>();
  const result = useActionData<typeof signInLinkAction>();
  const isBusy = useNavigation().state !== "idle";
  const back = (
    <p className="pn-lone-aside">
      <Link to="/admin/sign-in">Back to sign-in</Link>
    </p>
  );
  if (hasAsked && !result)
    return (
      <LoneCard
        title="Check your inbox"
        note="If there is an account with this address, a link is on its way. It is good for one hour and for one sign-in."
      >
        {back}
      </LoneCard>
    );
  return (
    <LoneCard
      title="Mail me a sign-in link"
      note="For when there have been too many wrong passwords for your account. With the link you can sign in all the same; you will still need your password."
    >
      <FormProblem result={result} labels={{ email: "E-mail" }} />
      <Form method="post" action="/admin/sign-in-link" className="pn-stack">
        <TextInput
          id={fieldId("email")}
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          required
          withAsterisk={false}
          error={toFieldMessages(result).email}
          defaultValue={toSubmitted(result).email}
        />
        <Button type="submit" size="md" loading={isBusy} fullWidth>
          Mail me a link
        </Button>
      </Form>
      {back}
    </LoneCard>
  );
}
