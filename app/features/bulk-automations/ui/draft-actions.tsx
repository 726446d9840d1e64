import { Button, TextInput } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { PlanView } from "~/features/bulk-automations/automation-page";
import { formatCount } from "~/lib/format";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { useSentIntent } from "~/ui/hooks/use-form-of";
import { fieldId, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";

type Props = {
  plan: PlanView;
  timeZone: string;
  /** Another task that holds the slot. */
  runningId: number | null;
  result: ActionResult<unknown> | undefined;
};

/** Actions for a plan: try it, apply it now or later, or discard it. */
export function DraftActions({ plan, timeZone, runningId, result }: Props) {
  const sent = useSentIntent();
  const nothing = plan.changing === 0;
  const messages = toFieldMessages(result);
  if (nothing)
    return (
      <section className="pn-card" aria-label="Next step">
        <p className="pn-card-text pn-flat">
          No contracts would change. Choose other contracts or a different value.
        </p>
        <Discard />
      </section>
    );
  return (
    <section className="pn-card" aria-labelledby="next-title">
      <h2 id="next-title">Start the change</h2>
      {runningId !== null && (
        <p className="pn-card-text">
          <Link to={`/admin/bulk-automations/${runningId}`}>Bulk change {runningId}</Link> is not finished
          yet. One runs at a time: wait for it, or start this one later.
        </p>
      )}
      <div className="pn-actions">
        {plan.changing > 5 && (
          <Form method="post" action="?intent=try">
            <Button type="submit" loading={sent === "try"}>
              Try on the first 5
            </Button>
          </Form>
        )}
        <Button
          component={Link}
          to="?confirm=apply"
          preventScrollReset
          variant={plan.changing > 5 ? "default" : "filled"}
        >
          {plan.changing === 1 ? "Apply to it" : `Apply to all ${formatCount(plan.changing)}`}
        </Button>
        <Discard />
      </div>
      <Form method="post" action="?intent=schedule" className="pn-later">
        <TextInput
          id={fieldId("startsAt")}
          name="startsAt"
          type="datetime-local"
          label="Or start later"
          description={`In the shop’s time zone, ${timeZone}. The plan is made again then.`}
          required
          withAsterisk={false}
          error={messages.startsAt}
          defaultValue={toSubmitted(result).startsAt}
        />
        <Button type="submit" variant="default" loading={sent === "schedule"}>
          Schedule
        </Button>
      </Form>
    </section>
  );
}

function Discard() {
  return (
    <Form method="post" action="?intent=discard">
      <Button type="submit" variant="subtle" color="gray">
        Discard
      </Button>
    </Form>
  );
}
