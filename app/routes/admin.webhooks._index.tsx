import { Button } from "@mantine/core";
import type { LinksFunction } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData, useNavigation } from "@remix-run/react";
import { WEBHOOK_LABELS } from "~/features/webhooks/admin/webhook-form";
import { webhooksAction, webhooksLoader } from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import { EventFamilyField, WebhookFields } from "~/features/webhooks/ui/webhook-fields";
import styles from "~/features/webhooks/ui/webhooks.css";
import type { Instant } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { FormFields } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/hooks/use-answer";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { FormCard } from "~/ui/parts/card";
import { AgoText } from "~/ui/parts/date-text";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { ShownOnce } from "~/ui/parts/shown-once";
import { StatusBadge } from "~/ui/parts/status-badge";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { webhooksAction as action, webhooksLoader as loader };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];
export const meta: MetaFunction = () => [{ title: pageTitle("Webhooks") }];

export default function WebhooksPage() {
  const { endpoints, now } = useLoaderData<typeof webhooksLoader>();
  const answer = useAnswer<typeof webhooksAction>();
  const created = answer?.ok ? answer.result : null;
  return (
    <ListPage
      title="Webhooks"
      note={
        <>
          What happens in this shop, sent to your own servers.{" "}
          <a href="/api/docs/plain#event-types">All event types</a>
        </>
      }
      done={{ deleted: "Endpoint deleted", family: "Names saved" }}
    >
      {created && (
        <ShownOnce
          key={created.id}
          title="The endpoint is ready"
          text={
            <>
              Copy its secret now: messages are signed with it, and it will not be shown again.{" "}
              <Link to={`/admin/webhooks/${created.id}`}>Open the endpoint</Link> to send a test.
            </>
          }
          label="Signing secret"
          value={created.secret}
        />
      )}
      {endpoints.length > 0 && (
        <ListCard label="Endpoints">
          <DataTable
            rows={endpoints}
            columns={COLUMNS}
            shared={now}
            isMuted={({ status }) => status === "DISABLED"}
          />
        </ListCard>
      )}
      <NewWebhook key={created?.id ?? 0} />
      <NamesOfEvents />
    </ListPage>
  );
}

type Endpoint = ReturnType<typeof useLoaderData<typeof webhooksLoader>>["endpoints"][number];

const toTypesText = ({ types: [first, ...others] }: Endpoint): string => {
  if (first === undefined) return "All events";
  return others.length === 0 ? first : `${others.length + 1} types`;
};

const COLUMNS: Column<Endpoint, Instant>[] = [
  {
    title: "Address",
    isMain: true,
    cell: ({ id, url }) => (
      <RowLink to={`/admin/webhooks/${id}`}>
        <span className="wh-url">{url}</span>
      </RowLink>
    ),
  },
  { title: "Events", cell: toTypesText },
  {
    title: "Last success",
    cell: ({ lastSuccessAt }, now) =>
      lastSuccessAt ? <AgoText at={lastSuccessAt} now={now} /> : <span className="pn-dimmed">None yet</span>,
  },
  { title: "State", cell: ({ status }) => <StatusBadge status={status} /> },
];

function NewWebhook() {
  const { types } = useLoaderData<typeof webhooksLoader>();
  const answer = useAnswer<typeof webhooksAction>();
  const values = { coverage: "ALL", ...toSubmitted(answer) };
  const isBusy = useNavigation().formAction?.includes("intent=create") ?? false;
  return (
    <Form method="post" action="?intent=create">
      <FormProblem result={answer} labels={WEBHOOK_LABELS} />
      <FormFields labels={WEBHOOK_LABELS} values={values} messages={toFieldMessages(answer)}>
        <FormCard title="Add an endpoint">
          <WebhookFields types={types} />
          <div className="pn-actions">
            <Button type="submit" loading={isBusy}>
              Add endpoint
            </Button>
          </div>
        </FormCard>
      </FormFields>
    </Form>
  );
}

function NamesOfEvents() {
  const { family } = useLoaderData<typeof webhooksLoader>();
  const isBusy = useNavigation().formAction?.includes("intent=family") ?? false;
  return (
    <Form method="post" action="?intent=family">
      <FormFields labels={WEBHOOK_LABELS} values={{ family }} messages={{}}>
        <FormCard
          title="Names of contract events"
          note="Names change for all endpoints and for the event stream at once. Endpoints keep getting the events they chose."
        >
          <EventFamilyField />
          <div className="pn-actions">
            <Button type="submit" variant="default" loading={isBusy}>
              Save names
            </Button>
          </div>
        </FormCard>
      </FormFields>
    </Form>
  );
}
