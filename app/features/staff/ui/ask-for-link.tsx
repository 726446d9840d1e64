import { Button } from "@mantine/core";
import { Link, useNavigation } from "@remix-run/react";
import type { ActionResult } from "~/lib/problem";
import { AnsweredFields } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { TextField } from "~/ui/form/form-fields";
import { CenteredCard } from "~/ui/shell/centered-card";

const LABELS = { email: "E-mail" };

type Props = {
  title: string;
  note: string;
  /** Shown after the request. */
  askedNote: string;
  action: string;
  hasAsked: boolean;
  result: ActionResult<unknown> | undefined;
};

/** Asks for an address, and gives the same answer for any. */
export function AskForLink({ title, note, askedNote, action, hasAsked, result }: Props) {
  const isBusy = useNavigation().state !== "idle";
  const back = (
    <p className="pn-centered-aside">
      <Link to="/admin/sign-in">Back to sign-in</Link>
    </p>
  );
  if (hasAsked && !result)
    return (
      <CenteredCard title="Check your inbox" note={askedNote}>
        {back}
      </CenteredCard>
    );
  return (
    <CenteredCard title={title} note={note}>
      <AnsweredFields answer={result} labels={LABELS}>
        <Form method="post" action={action} className="pn-stack">
          <TextField name="email" type="email" autoComplete="username" required />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            Mail me a link
          </Button>
        </Form>
      </AnsweredFields>
      {back}
    </CenteredCard>
  );
}
