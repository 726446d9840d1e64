import { Button } from "@mantine/core";
import { Link, useNavigation } from "@remix-run/react";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
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
      <FormProblem result={result} labels={LABELS} />
      <Form method="post" action={action} className="pn-stack">
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
