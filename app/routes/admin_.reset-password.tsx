import { Button } from "@mantine/core";
import { Link, useLoaderData, useNavigation } from "@remix-run/react";
import {
  resetPasswordAction,
  resetPasswordLoader,
} from "~/features/staff/account/password-reset.endpoints.server";
import { AnsweredFields } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { PasswordField } from "~/ui/form/form-fields";
import { useAnswer } from "~/ui/hooks/use-answer";
import { adminLinks } from "~/ui/shell/admin-document";
import { CenteredCard } from "~/ui/shell/centered-card";
import { titled } from "~/ui/shell/page-exports";

export { adminLinks as links, resetPasswordAction as action, resetPasswordLoader as loader };

export const meta = titled("Choose a new password");

const LABELS = { newPassword: "New password" };

export default function ResetPasswordPage() {
  const { token, email } = useLoaderData<typeof resetPasswordLoader>();
  const result = useAnswer<typeof resetPasswordAction>();
  const isBusy = useNavigation().state !== "idle";
  if (email === null)
    return (
      <CenteredCard title="This link is no longer valid" note="It has been used or has expired.">
        <Button component={Link} to="/admin/forgot-password" size="md" fullWidth>
          Ask for a new one
        </Button>
      </CenteredCard>
    );
  return (
    <CenteredCard
      title="Choose a new password"
      note="It ends all your sessions on every device. Then sign in with it."
    >
      <AnsweredFields answer={result} labels={LABELS}>
        <Form method="post" action="/admin/reset-password" className="pn-stack">
          <input type="hidden" name="token" value={token} />
          {/* For password managers. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            name="newPassword"
            autoComplete="new-password"
            description="At least 12 characters."
          />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            Set password
          </Button>
        </Form>
      </AnsweredFields>
    </CenteredCard>
  );
}
