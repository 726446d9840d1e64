import { Button } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import type { teamAction, teamLoader } from "~/features/staff/team/team.endpoints.server";
import { AnsweredFields, SubmitRow } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { TextField } from "~/ui/form/form-fields";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { Card } from "~/ui/parts/card";
import { FormProblem } from "~/ui/parts/form-problem";
import { RoleField } from "./role-field";

const LABELS = { email: "E-mail", role: "Role" };

export function InviteForm() {
  const { answer, isBusy } = useFormOf("invite", useAnswer<typeof teamAction>());
  return (
    <Form method="post" action="?intent=invite" className="pn-card" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite somebody</h2>
      <AnsweredFields answer={answer} labels={LABELS} values={{ role: "editor" }}>
        <div className="pn-stack">
          <TextField
            name="email"
            type="email"
            description="They get a link that is valid for three days."
            required
            maxLength={254}
          />
          <RoleField name="role" />
          <SubmitRow isBusy={isBusy}>Send invitation</SubmitRow>
        </div>
      </AnsweredFields>
    </Form>
  );
}

/** Whether all of the staff must have a second factor. */
export function SecondFactorRequirement() {
  const { requiresSecondFactor } = useLoaderData<typeof teamLoader>();
  const { answer, isBusy } = useFormOf("twoStep", useAnswer<typeof teamAction>());
  return (
    <Card
      title="Two-step sign-in"
      note={
        requiresSecondFactor
          ? "Required: staff who have not set it up can do nothing else in this shop until they do."
          : "Optional for each member of staff. If it is required, those who have not set it up can do nothing else until they do."
      }
    >
      <FormProblem result={answer} />
      <Form method="post" action="?intent=twoStep" preventScrollReset>
        <input type="hidden" name="isRequired" value={String(!requiresSecondFactor)} />
        <Button type="submit" variant="default" loading={isBusy}>
          {requiresSecondFactor ? "Make it optional" : "Require it for everyone"}
        </Button>
      </Form>
    </Card>
  );
}
