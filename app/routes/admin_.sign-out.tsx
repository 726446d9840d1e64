import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { signOutAction, signOutLoader } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { FormProblem } from "~/ui/parts/form-problem";
import { adminLinks } from "~/ui/shell/admin-document";
import { CenteredCard } from "~/ui/shell/centered-card";
import { titled } from "~/ui/shell/page-exports";

export { adminLinks as links, signOutAction as action, signOutLoader as loader };

export const meta = titled("Sign out");

/** Where the menu's form posts to; opened by hand (or without scripts) it asks first. */
export default function SignOutPage() {
  return (
    <CenteredCard title="Sign out?">
      <FormProblem result={useAnswer<typeof signOutAction>()} />
      <Form method="post" className="pn-actions">
        <Button type="submit">Sign out</Button>
        <Button component={Link} to="/admin" variant="default">
          Back
        </Button>
      </Form>
    </CenteredCard>
  );
}
