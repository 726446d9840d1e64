import type { useLoaderData } from "@remix-run/react";
import type { webhooksLoader } from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import type { Instant } from "~/lib/format";
import { type Column, RowLink } from "~/ui/list/data-table";
import { AgoText } from "~/ui/parts/date-text";
import { type StateLabel, StatusBadge } from "~/ui/parts/status-badge";

type Endpoint = ReturnType<typeof useLoaderData<typeof webhooksLoader>>["endpoints"][number];

export const ENDPOINT_LABELS: Record<Endpoint["status"], StateLabel> = {
  ACTIVE: { label: "Active", tone: "good" },
  FAILING: { label: "Failing", tone: "bad" },
  DISABLED: { label: "Off", tone: "plain" },
};

const toTypesText = ({ types: [first, ...others] }: Endpoint): string => {
  if (first === undefined) return "All events";
  return others.length === 0 ? first : `${others.length + 1} types`;
};

export const ENDPOINT_COLUMNS: Column<Endpoint, Instant>[] = [
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
  { title: "Status", cell: ({ status }) => <StatusBadge {...ENDPOINT_LABELS[status]} /> },
];
