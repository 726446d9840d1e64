import { Button } from "@mantine/core";
import { useNavigation } from "@remix-run/react";
import { formatDateTime } from "~/lib/format";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { usePolling } from "~/ui/hooks/use-polling";
import { Card } from "~/ui/parts/card";
import { FormProblem } from "~/ui/parts/form-problem";

type Clock = { now: string; target: string; isAdvancing: boolean; isReal: boolean; seenTarget: string };

const STEPS = [
  { by: "week", label: "A week on" },
  { by: "month", label: "A month on" },
  { by: "quarter", label: "A quarter on" },
];

/** The clock of a shop on the test gateway, moved by a week, a month or a quarter; never back. */
export function TestClockCard({ clock, mayEdit }: { clock: Clock; mayEdit: boolean }) {
  const { timeZone } = useAdminShell().shop;
  const result = useAnswer<ActionResult<unknown>>();
  const isBusy = useNavigation().formMethod === "POST";
  usePolling(clock.isAdvancing);
  const { now, target, isAdvancing, isReal, seenTarget } = clock;
  return (
    <Card
      title="Test clock"
      className="pn-clock"
      note="Move the shop’s time forward to see its orders, retries and mails. What falls due on the way is processed in order."
    >
      <FormProblem result={result} />
      <p role="status">
        <span className="pn-strong pn-number">{formatDateTime(now, timeZone)}</span>{" "}
        <span className="pn-dimmed">
          {isAdvancing
            ? `on its way to ${formatDateTime(target, timeZone)} …`
            : isReal
              ? "the real time"
              : "it stands still until you move it forward"}
        </span>
      </p>
      {mayEdit && (
        <div className="pn-row pn-after">
          <Form method="post" action="?index&intent=step" preventScrollReset replace className="pn-row">
            <input type="hidden" name="seenTarget" value={seenTarget} />
            {STEPS.map(({ by, label }) => (
              <Button
                key={by}
                type="submit"
                name="by"
                value={by}
                variant="default"
                disabled={isAdvancing || isBusy}
              >
                {label}
              </Button>
            ))}
          </Form>
          {!isReal && (
            <Form method="post" action="?index&intent=real" preventScrollReset replace>
              <Button type="submit" variant="subtle" disabled={isAdvancing || isBusy}>
                Back to the real time
              </Button>
            </Form>
          )}
        </div>
      )}
    </Card>
  );
}
