import type { DeliveryRecord } from "~/features/webhooks/rules/webhook.schema";
import type { Instant } from "~/lib/format";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { AgoText } from "~/ui/parts/date-text";
import { type StateLabel, StatusBadge } from "~/ui/parts/status-badge";

/** Labels of a delivery's states. */
export const DELIVERY_LABELS: Record<DeliveryRecord["status"], StateLabel> = {
  PENDING: { label: "Waiting", tone: "busy" },
  DELIVERED: { label: "Delivered", tone: "good" },
  PARKED: { label: "Given up", tone: "bad" },
  FAILED: { label: "Failed", tone: "bad" },
};

export const DeliveryBadge = ({ status }: Pick<DeliveryRecord, "status">) => (
  <StatusBadge {...DELIVERY_LABELS[status]} />
);

type Shared = { now: Instant; endpointId: number };

/** The last try's result in a few words. */
export const toAnswerText = ({ status, error }: { status: number | null; error: string | null }): string =>
  status === null ? (error ?? "No answer") : `Answered ${status}`;

const COLUMNS: Column<DeliveryRecord, Shared>[] = [
  {
    title: "Event",
    isMain: true,
    cell: ({ id, type }, { endpointId }) => (
      <RowLink to={`/admin/webhooks/${endpointId}/deliveries/${id}`}>{type}</RowLink>
    ),
  },
  {
    title: "Number",
    isNumber: true,
    cell: ({ eventId }) => eventId ?? <span className="pn-dimmed">Test</span>,
  },
  { title: "Created", cell: ({ createdAt }, { now }) => <AgoText at={createdAt} now={now} /> },
  { title: "Status", cell: (delivery) => <DeliveryBadge {...delivery} /> },
  { title: "Tries", isNumber: true, align: "end", cell: ({ attempts }) => attempts },
  {
    title: "Last answer",
    cell: ({ tries: [last] }) =>
      last ? (
        <>
          {toAnswerText(last)} <span className="pn-dimmed pn-number">{last.milliseconds} ms</span>
        </>
      ) : (
        <span className="pn-dimmed">Not tried yet</span>
      ),
  },
];

export const DeliveryList = ({ deliveries, ...shared }: Shared & { deliveries: DeliveryRecord[] }) => (
  <DataTable rows={deliveries} columns={COLUMNS} shared={shared} />
);
