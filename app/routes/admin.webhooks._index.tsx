import { Link, useLoaderData } from "@remix-run/react";
import { webhooksAction, webhooksLoader } from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import { ENDPOINT_COLUMNS } from "~/features/webhooks/ui/endpoint-columns";
import { NamesOfEvents, NewWebhook } from "~/features/webhooks/ui/webhook-forms";
import styles from "~/features/webhooks/ui/webhooks.css";
import { useAnswer } from "~/ui/hooks/use-answer";
import { DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { ShownOnce } from "~/ui/parts/shown-once";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { webhooksAction as action, webhooksLoader as loader };

export const links = styledBy(styles);
export const meta = titled("Webhooks");

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
            columns={ENDPOINT_COLUMNS}
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
