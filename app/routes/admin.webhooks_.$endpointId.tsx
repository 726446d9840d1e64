import { Button } from "@mantine/core";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { WEBHOOK_LABELS } from "~/features/webhooks/admin/webhook-form";
import { webhookAction, webhookLoader } from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import { DELIVERY_LABELS, DeliveryList } from "~/features/webhooks/ui/delivery-list";
import { ENDPOINT_LABELS } from "~/features/webhooks/ui/endpoint-columns";
import { WebhookDialogs } from "~/features/webhooks/ui/webhook-dialogs";
import { WebhookFields } from "~/features/webhooks/ui/webhook-fields";
import styles from "~/features/webhooks/ui/webhooks.css";
import { Form } from "~/ui/form/form";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useSentIntent } from "~/ui/hooks/use-form-of";
import { ListCard, ListPages, ListTabs } from "~/ui/list/list-page";
import { FormCard } from "~/ui/parts/card";
import { AgoText } from "~/ui/parts/date-text";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { ShownOnce } from "~/ui/parts/shown-once";
import { StatusBadge } from "~/ui/parts/status-badge";
import { ErrorView } from "~/ui/shell/error-view";
import { styledBy, titledBy } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { webhookAction as action, webhookLoader as loader };

export const links = styledBy(styles);
export const meta = titledBy<typeof webhookLoader>(
  (data) => `Webhook ${data.endpoint.id}`,
  "Webhook not found",
);

const DONE = {
  saved: "Endpoint saved",
  switched_on: "Endpoint switched on",
  switched_off: "Endpoint switched off",
  tested: "The test was delivered",
  replayed: "The events will be sent again",
};

export default function WebhookPage() {
  const { endpoint, now } = useLoaderData<typeof webhookLoader>();
  const answer = useAnswer<typeof webhookAction>();
  const isOff = endpoint.status === "DISABLED";
  const isTesting = useSentIntent() === "test";
  const rotated = answer?.ok ? answer.result.secret : null;
  return (
    <div className="pn-page">
      <PageHeader
        title={<span className="wh-url">{new URL(endpoint.url).host}</span>}
        badge={<StatusBadge {...ENDPOINT_LABELS[endpoint.status]} />}
        note={
          <>
            <span className="wh-url">{endpoint.url}</span>
            <br />
            {toNote(endpoint)}
          </>
        }
        back={{ to: "/admin/webhooks", label: "Webhooks" }}
      >
        <Form method="post" action="?intent=test">
          <Button type="submit" loading={isTesting}>
            Send a test
          </Button>
        </Form>
        <Form method="post" action="?intent=switch">
          <input type="hidden" name="status" value={isOff ? "ACTIVE" : "DISABLED"} />
          <Button type="submit" variant="default">
            {isOff ? "Switch on" : "Switch off"}
          </Button>
        </Form>
        <Button component={Link} to="?action=rotate" preventScrollReset variant="default">
          New secret
        </Button>
        <Button component={Link} to="?action=delete" preventScrollReset variant="default">
          Delete
        </Button>
      </PageHeader>
      <DoneNote messages={DONE} />
      {rotated && (
        <ShownOnce
          key={rotated}
          title="The new secret is ready"
          text="Copy it now: it will not be shown again. For 24 hours messages are signed with the old one as well."
          label="Signing secret"
          value={rotated}
        />
      )}
      {endpoint.failingSince && !isOff && (
        <p className="pn-banner pn-tone" data-tone="warn">
          The last tries failed, the first of them <AgoText at={endpoint.failingSince} now={now} />. Events
          wait and are tried again; none is lost.
        </p>
      )}
      <Deliveries />
      <Settings />
      <WebhookDialogs isOff={isOff} answer={answer?.ok ? undefined : answer} />
    </div>
  );
}

type Endpoint = ReturnType<typeof useLoaderData<typeof webhookLoader>>["endpoint"];

function toNote({ status, isGone }: Endpoint): string {
  if (isGone)
    return "Your server answered 410 (gone), so the endpoint was switched off. Events since then are kept.";
  if (status === "DISABLED")
    return "Switched off. When it is switched on again, it continues where it stopped.";
  return "Events of one contract are sent in order. Failed deliveries are tried again.";
}

function Deliveries() {
  const { endpoint, deliveries, status, page, hasMore, now } = useLoaderData<typeof webhookLoader>();
  const [search] = useSearchParams();
  const toHref = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...(status && { status }), ...more });
    return `?${query}`;
  };
  const statuses = Object.entries(DELIVERY_LABELS).map(([value, { label }]) => ({
    label,
    href: `?status=${value}`,
    isCurrent: search.get("status") === value,
  }));
  return (
    <>
      <ListTabs
        label="Deliveries by state"
        tabs={[
          { label: "All", href: `/admin/webhooks/${endpoint.id}`, isCurrent: status === null },
          ...statuses,
        ]}
      />
      <ListCard
        label="Deliveries"
        title="Deliveries"
        head={
          endpoint.status !== "DISABLED" && (
            <a href="?action=replay" className="pn-button" data-small>
              Send again since …
            </a>
          )
        }
      >
        {deliveries.length > 0 ? (
          <DeliveryList deliveries={deliveries} now={now} endpointId={endpoint.id} />
        ) : (
          <p className="pn-dimmed wh-none">
            {status === null ? "Nothing yet. The shop’s next event will appear here." : "None."}
          </p>
        )}
      </ListCard>
      <ListPages
        steps={[
          ["Newer", page > 0 && toHref({ page: String(page - 1) })],
          ["Older", hasMore && toHref({ page: String(page + 1) })],
        ]}
      />
    </>
  );
}

function Settings() {
  const { endpoint, fields, types } = useLoaderData<typeof webhookLoader>();
  const answer = useAnswer<typeof webhookAction>();
  const form = useSavedForm(fields, answer?.ok ? undefined : answer);
  return (
    <SavedForm
      form={form}
      labels={WEBHOOK_LABELS}
      action="?intent=save"
      version={endpoint.updatedAt}
      reload="Load the endpoint as it is now"
      mayEdit
      className="wh-settings"
    >
      <FormCard title="Endpoint">
        <WebhookFields types={types} />
      </FormCard>
    </SavedForm>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/webhooks" backLabel="Go to all webhooks" />;
}
