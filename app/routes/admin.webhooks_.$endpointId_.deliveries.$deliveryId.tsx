import { Button } from "@mantine/core";
import { useLoaderData, useParams } from "@remix-run/react";
import {
  webhookDeliveryAction,
  webhookDeliveryLoader,
} from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import { DeliveryBadge, toAnswerText } from "~/features/webhooks/ui/delivery-list";
import styles from "~/features/webhooks/ui/webhooks.css";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { Card } from "~/ui/parts/card";
import { AgoText, UntilText } from "~/ui/parts/date-text";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { ErrorView } from "~/ui/shell/error-view";
import { styledBy, titledBy } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { webhookDeliveryAction as action, webhookDeliveryLoader as loader };

export const links = styledBy(styles);
export const meta = titledBy<typeof webhookDeliveryLoader>(
  (data) => data.delivery.type,
  "Delivery not found",
);

export default function WebhookDeliveryPage() {
  const { delivery, url, isOn, body, now } = useLoaderData<typeof webhookDeliveryLoader>();
  const answer = useAnswer<typeof webhookDeliveryAction>();
  const { endpointId } = useParams();
  const mayReplay = isOn && delivery.eventId !== null && delivery.status !== "PENDING";
  return (
    <div className="pn-page">
      <PageHeader
        title={delivery.type}
        badge={<DeliveryBadge {...delivery} />}
        note={
          <>
            To <span className="wh-url">{url}</span>
            {isOn && delivery.nextTryAt && (
              <>
                {" "}
                · next try <UntilText at={delivery.nextTryAt} now={now} />
              </>
            )}
          </>
        }
        back={{ to: `/admin/webhooks/${endpointId}`, label: "Endpoint" }}
      >
        {mayReplay && (
          <Form method="post" action="?intent=replay">
            <Button type="submit">Send again</Button>
          </Form>
        )}
      </PageHeader>
      <DoneNote messages={{ replayed: "The event will be sent again" }} />
      <FormProblem result={answer} labels={{}} />
      <Tries />
      <Card title="Message">
        <dl className="wh-headers">
          <dt>webhook-id</dt>
          <dd>{delivery.webhookId}</dd>
        </dl>
        {body === null ? (
          <p className="pn-dimmed">Its content is no longer kept.</p>
        ) : (
          <pre className="wh-message">{body}</pre>
        )}
      </Card>
    </div>
  );
}

function Tries() {
  const { delivery, now } = useLoaderData<typeof webhookDeliveryLoader>();
  const { tries, attempts } = delivery;
  return (
    <Card
      title={attempts === 1 ? "1 try" : `${attempts} tries`}
      note={attempts > tries.length && `The newest ${tries.length}.`}
    >
      {tries.length === 0 && <p className="pn-dimmed">Not tried yet.</p>}
      <ol className="pn-plain pn-list">
        {tries.map((each) => (
          <li key={each.at}>
            <div className="pn-text">
              <span>
                {toAnswerText(each)} <span className="pn-dimmed pn-number">after {each.milliseconds} ms</span>
              </span>
              <span className="pn-dimmed">
                <AgoText at={each.at} now={now} />
              </span>
              <dl className="wh-headers">
                <dt>webhook-timestamp</dt>
                <dd>{Math.floor(Date.parse(each.at) / 1000)}</dd>
                <dt>webhook-signature</dt>
                <dd>{each.signature}</dd>
              </dl>
              {each.answer && <pre className="wh-message">{each.answer}</pre>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/webhooks" backLabel="Go to all webhooks" />;
}
