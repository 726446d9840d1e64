import { Link, useLoaderData } from "@remix-run/react";
import { accountAction, accountLoader } from "~/features/staff/account/account.endpoints.server";
import { SessionList } from "~/features/staff/ui/session-list";
import { AnsweredFields, SubmitRow } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { PasswordField, TextField } from "~/ui/form/form-fields";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { Card } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
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
  const { answer, isBusy } = useFormOf("name", useAnswer<typeof accountAction>());
  return (
    <Card title="Name" note="Shown beside your changes to everyone in the shop.">
      <AnsweredFields answer={answer} labels={NAME_LABELS} values={{ name }}>
        <Form method="post" action="?intent=name" className="pn-stack">
          <TextField name="name" autoComplete="name" required maxLength={200} />
          <SubmitRow isBusy={isBusy} variant="default">
            Save name
          </SubmitRow>
        </Form>
      </AnsweredFields>
    </Card>
  );
}

const PASSWORD_LABELS = { password: "Current password", newPassword: "New password" };

function PasswordForm() {
  const { email } = useLoaderData<typeof accountLoader>();
  const { answer, isBusy } = useFormOf("password", useAnswer<typeof accountAction>());
  return (
    <Card title="Password" note="A new one ends your sessions everywhere else.">
      <AnsweredFields answer={answer} labels={PASSWORD_LABELS}>
        <Form method="post" action="?intent=password" className="pn-stack">
          {/* For password managers. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField name="password" autoComplete="current-password" />
          <PasswordField
            name="newPassword"
            autoComplete="new-password"
            description="At least 12 characters."
          />
          <SubmitRow isBusy={isBusy} variant="default">
            Change password
          </SubmitRow>
        </Form>
      </AnsweredFields>
    </Card>
  );
}
