import { Button } from "@mantine/core";
import { Link, useLoaderData, useNavigation } from "@remix-run/react";
import { joinAction, joinLoader } from "~/features/staff/team/join.endpoints.server";
import { ROLE_DETAILS } from "~/features/staff/team/role-details";
import { AnsweredFields } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { PasswordField, TextField } from "~/ui/form/form-fields";
import { useAnswer } from "~/ui/hooks/use-answer";
import { adminLinks } from "~/ui/shell/admin-document";
import { CenteredCard } from "~/ui/shell/centered-card";
import { titled } from "~/ui/shell/page-exports";

export { adminLinks as links, joinAction as action, joinLoader as loader };

export const meta = titled("Join a shop");

const LABELS = { name: "Your name", password: "Choose a password" };

export default function JoinPage() {
  const { token, invitation } = useLoaderData<typeof joinLoader>();
  const result = useAnswer<typeof joinAction>();
  const isBusy = useNavigation().state !== "idle";
  if (!invitation)
    return (
      <CenteredCard
        title="This invitation is no longer valid"
        note="It has been used or withdrawn, or has expired after three days. Ask whoever invited you for a new one."
      >
        <Button component={Link} to="/admin/sign-in" variant="default" size="md" fullWidth>
          Go to sign-in
        </Button>
      </CenteredCard>
    );
  const { shopName, invitedBy, role, email, hasAccount } = invitation;
  return (
    <CenteredCard
      title={`Join ${shopName}`}
      note={
        <>
          {invitedBy} invited <bdi>{email}</bdi>, as {ROLE_DETAILS[role].article}.{" "}
          {hasAccount && "You have an account with this address already: accept, then sign in as usual."}
        </>
      }
    >
      <AnsweredFields answer={result} labels={LABELS}>
        <Form method="post" action="/admin/join" className="pn-stack">
          <input type="hidden" name="token" value={token} />
          {!hasAccount && (
            <>
              {/* For password managers. */}
              <input type="hidden" name="username" autoComplete="username" value={email} />
              <TextField name="name" autoComplete="name" required maxLength={200} />
              <PasswordField
                name="password"
                autoComplete="new-password"
                description="At least 12 characters."
              />
            </>
          )}
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            Accept the invitation
          </Button>
        </Form>
      </AnsweredFields>
    </CenteredCard>
  );
}
