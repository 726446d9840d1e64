import { Button } from "@mantine/core";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { BarChart } from "~/features/insights/charts/bar-chart";
import { NUMBERS } from "~/features/insights/definitions/numbers";
import { digestPageAction, digestPageLoader } from "~/features/insights/digest/digest.endpoints.server";
import { INSIGHTS_PATH } from "~/features/insights/pages/overview-url";
import { DigestNumbers } from "~/features/insights/ui/digest-numbers";
import insightStyles from "~/features/insights/ui/insights.css";
import { formatDay, formatDays, formatTick, toPointLabels } from "~/features/insights/ui/number-format";
import { formatMoney } from "~/lib/format";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { Card } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { digestPageAction as action, digestPageLoader as loader };

export const links = styledBy(insightStyles);
export const meta = titled("Weekly digest");

const DONE = {
  on: "You will get the weekly digest",
  off: "You will get no digests any more",
  sent: "The digest is on its way to you",
};

export default function DigestPage() {
  const { week, numbers, bars, currencyCode } = useLoaderData<typeof digestPageLoader>();
  const format = (value: number) => formatMoney(value, currencyCode);
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="Weekly digest"
        note="The numbers of the week before, by mail, for you alone."
        back={{ to: INSIGHTS_PATH, label: "Insights" }}
      />
      <DoneNote messages={DONE} />
      <Switch />
      <Card title="What the last one says" note={`${formatDays(week)}, beside the week before.`}>
        <DigestNumbers numbers={numbers} currencyCode={currencyCode} />
      </Card>
      <Card title={`${NUMBERS.mrr.label}, by week`}>
        <BarChart
          title={`${NUMBERS.mrr.label}, by week`}
          description={`At the end of each of ${bars.length} weeks. Every value is in the table below.`}
          points={bars.map(({ date }) => toPointLabels(date, "WEEK"))}
          series={[{ name: NUMBERS.mrr.label, values: bars.map(({ value }) => value) }]}
          format={format}
          formatTick={formatTick}
        />
      </Card>
    </div>
  );
}

function Switch() {
  const { isOn, email, next, billingHour, timeZone } = useLoaderData<typeof digestPageLoader>();
  const answer = useAnswer<typeof digestPageAction>();
  const isBusy = useNavigation().state === "submitting";
  const hour = `${String(billingHour).padStart(2, "0")}:00`;
  return (
    <Card
      title={isOn ? "The digest is on" : "The digest is off"}
      note={
        isOn
          ? `It is mailed to ${email} every Monday at ${hour} (${timeZone}), next on ${formatDay(next)}.`
          : `Switched on, it is mailed to ${email} every Monday at ${hour} (${timeZone}).`
      }
    >
      <FormProblem result={answer} />
      <div className="pn-actions">
        <Form method="post" action={`?intent=${isOn ? "off" : "on"}`}>
          <Button type="submit" disabled={isBusy} variant={isOn ? "default" : "filled"}>
            {isOn ? "Switch off" : "Switch on"}
          </Button>
        </Form>
        <Form method="post" action="?intent=now">
          <Button type="submit" disabled={isBusy} variant="default">
            Send me one now
          </Button>
        </Form>
      </div>
    </Card>
  );
}
