import { Link, type useLoaderData } from "@remix-run/react";
import { CHANNEL_LABELS, NOTICE_LABELS, REASON_LABELS } from "~/features/notice-settings/rules/notice-kinds";
import type { noticeLogLoader } from "~/features/notices/admin/notice-pages.endpoints.server";
import type { Instant } from "~/lib/format";
import type { Column } from "~/ui/list/data-table";
import { AgoText } from "~/ui/parts/date-text";
import { StatusBadge } from "~/ui/parts/status-badge";

type Notice = ReturnType<typeof useLoaderData<typeof noticeLogLoader>>["notices"][number];

export const NOTICE_COLUMNS: Column<Notice, { now: Instant }>[] = [
  { title: "Notice", isMain: true, cell: ({ kind }) => NOTICE_LABELS[kind].name },
  { title: "When", cell: ({ createdAt }, { now }) => <AgoText at={createdAt} now={now} /> },
  { title: "By", cell: ({ channel }) => CHANNEL_LABELS[channel] },
  {
    title: "Contract",
    cell: ({ wireContractId }) =>
      wireContractId && <Link to={`/admin/contracts/${wireContractId}`}>{wireContractId}</Link>,
  },
  {
    title: "Status",
    cell: ({ state }) => (
      <StatusBadge
        status={state}
        label={state === "LEFT_OUT" ? "Not sent" : state === "QUEUED" ? "Waiting" : undefined}
      />
    ),
  },
  { title: "Why not", cell: ({ reason, error }) => (reason ? REASON_LABELS[reason] : error) },
];
