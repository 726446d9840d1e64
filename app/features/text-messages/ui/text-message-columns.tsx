import { Link, type useLoaderData } from "@remix-run/react";
import type { textMessagesLoader } from "~/features/text-messages/text-messages.endpoints.server";
import type { Instant } from "~/lib/format";
import type { Column } from "~/ui/list/data-table";
import { AgoText } from "~/ui/parts/date-text";
import { type StateLabel, StatusBadge } from "~/ui/parts/status-badge";

type Text = ReturnType<typeof useLoaderData<typeof textMessagesLoader>>["texts"][number];
type Shared = { now: Instant; hasGateway: boolean };

const STATUS_LABELS: Record<Text["status"], StateLabel> = {
  QUEUED: { label: "Waiting", tone: "busy" },
  SENT: { label: "Sent", tone: "good" },
  FAILED: { label: "Failed", tone: "bad" },
};
const NOT_SENT: StateLabel = { label: "Not sent (no gateway)", tone: "good" };

export const TEXT_MESSAGE_COLUMNS: Column<Text, Shared>[] = [
  { title: "Text", isMain: true, cell: ({ text }) => <span dir="auto">{text}</span> },
  {
    title: "To",
    isNumber: true,
    cell: ({ recipient, customerId }) =>
      customerId === null ? recipient : <Link to={`/admin/customers/${customerId}`}>{recipient}</Link>,
  },
  { title: "Segments", isNumber: true, align: "end", cell: ({ segments }) => segments },
  { title: "Written", cell: ({ createdAt }, { now }) => <AgoText at={createdAt} now={now} /> },
  {
    title: "Status",
    cell: ({ status, lastError }, { hasGateway }) => (
      <>
        <StatusBadge {...(status === "SENT" && !hasGateway ? NOT_SENT : STATUS_LABELS[status])} />
        {lastError && <div className="pn-dimmed">{lastError}</div>}
      </>
    ),
  },
];
