import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { accountAction, accountLoader } from "~/features/staff/account/account.endpoints.server";
import { SessionList } from "~/features/staff/ui/session-list";
import { Form } from "~/ui/form/form";
import { PasswordField, TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { Card } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { accountAction as action, accountLoader as loader };

export const meta = titled("Your account");

const DONE = {
  name: "Name saved",
  password: "Password changed, and other sessions ended",
  ended: "Session ended",
  others: "All other sessions have ended",
  two_step_off: "Two-step sign-in is off",
};

export default function AccountPage() {
  const { email, hasSecondFactor } = useLoaderData<typeof accountLoader>();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="Your account"
        note={
          <>
            <bdi>{email}</bdi> · the same in all your shops
          </>
        }
      />
      <DoneNote messages={DONE} />
      <NameForm />
      <PasswordForm />
      <Card
        title="Two-step sign-in"
        note={
          hasSecondFactor
            ? "On: signing in requires a code from your phone as well as the password."
            : "Off. Switch it on, and a stolen password alone is not enough."
        }
      >
        <Link to="/admin/account/two-step" className="pn-more">
          {hasSecondFactor ? "Recovery codes, and switching off" : "Set up two-step sign-in"}
        </Link>
      </Card>
      <SessionList />
      <Card title="Weekly digest" note="The numbers of the week before, by mail, for you alone.">
        <Link to="/admin/insights/digest" className="pn-more">
          Your weekly digest
        </Link>
      </Card>
    </div>
  );
}

const NAME_LABELS = { name: "Name" };

function NameForm() {
  const { name } = useLoaderData<typeof accountLoader>();
  const { answer: result, isBusy } = useFormOf("name", useAnswer<typeof accountAction>());
  return (
    <Card title="Name" note="Shown beside your changes to everyone in the shop.">
      <FormProblem result={result} labels={NAME_LABELS} />
      <Form method="post" action="?intent=name" className="pn-stack">
        <FormFields
          labels={NAME_LABELS}
          values={{ name, ...toSubmitted(result) }}
          messages={toFieldMessages(result)}
        >
          <TextField name="name" autoComplete="name" required maxLength={200} />
        </FormFields>
        <div className="pn-actions">
          <Button type="submit" variant="default" loading={isBusy}>
            Save name
          </Button>
        </div>
      </Form>
    </Card>
  );
}

const PASSWORD_LABELS = { password: "Current password", newPassword: "New password" };

function PasswordForm() {
  const { email } = useLoaderData<typeof accountLoader>();
  const { answer: result, isBusy } = useFormOf("password", useAnswer<typeof accountAction>());
  return (
    <Card title="Password" note="A new one ends your sessions everywhere else.">
      <FormProblem result={result} labels={PASSWORD_LABELS} />
      <Form method="post" action="?intent=password" className="pn-stack">
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <FormFields labels={PASSWORD_LABELS} messages={toFieldMessages(result)}>
          <PasswordField name="password" autoComplete="current-password" />
          <PasswordField
            name="newPassword"
            autoComplete="new-password"
            description="At least 12 characters."
          />
        </FormFields>
        <div className="pn-actions">
          <Button type="submit" variant="default" loading={isBusy}>
            Change password
          </Button>
        </div>
      </Form>
    </Card>
  );
}
