import { Button } from "@mantine/core";
import { useNavigation } from "@remix-run/react";
import type { ActionResult } from "~/lib/problem";
import { AnsweredFields } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { TextField } from "~/ui/form/form-fields";
import { CenteredCard } from "~/ui/shell/centered-card";

const LABELS = { factorCode: "Code" };

type Props = {
  /** Proves that the password was right. */
  ticket: string;
  next: string;
  result: ActionResult<unknown> | undefined;
};

/** The second step of signing in. */
export function CodeStep({ ticket, next, result }: Props) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <CenteredCard
      title="Enter your code"
      note="The six digits in your authenticator app, or one of your recovery codes."
    >
      <AnsweredFields answer={result} labels={LABELS}>
        <Form method="post" action="/admin/sign-in-code" className="pn-stack">
          <input type="hidden" name="ticket" value={ticket} />
          <input type="hidden" name="next" value={next} />
          <TextField
            name="factorCode"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={100}
          />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            Sign in
          </Button>
        </Form>
      </AnsweredFields>
      <p className="pn-centered-aside">
        <a href="/admin/sign-in">Start again</a>
      </p>
    </CenteredCard>
  );
}
