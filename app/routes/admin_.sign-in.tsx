import { Button, PasswordInput, TextInput } from "@mantine/core";
import { Form, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { adminLinks } from "~/components/admin-document";
import { FormProblem, fieldId, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { LoneCard } from "~/components/lone-card";
import { signInAction, signInLoader } from "~/features/staff/sign-in.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { adminLinks as links, signInAction as action, signInLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Sign in") }];

export default function SignInPage() {
  const { next } = useLoaderData<typeof signInLoader>();
  const result = useActionData<typeof signInAction>();
  const messages = toFieldMessages(result);
  const isBusy = useNavigation().state !== "idle";
  return (
    <LoneCard title="Sign in to Perennial">
      <FormProblem result={result} labels={{ email: "E-mail", password: "Password" }} />
      <Form method="post" className="pn-stack">
        <input type="hidden" name="next" value={next} />
        <TextInput
          id={fieldId("email")}
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          required
          withAsterisk={false}
          error={messages.email}
          defaultValue={toSubmitted(result).email}
        />
        <PasswordInput
          id={fieldId("password")}
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          error={messages.password}
        />
        <Button type="submit" size="md" loading={isBusy} fullWidth>
          Sign in
        </Button>
      </Form>
    </LoneCard>
  );
}
