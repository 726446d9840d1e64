import { Link, type useLoaderData } from "@remix-run/react";
import { MAIL_STATUS_LABELS } from "~/features/mail/ui/mail-labels";
import { CHANNEL_LABELS, NOTICE_LABELS, REASON_LABELS } from "~/features/notice-settings/rules/notice-kinds";
import type { noticeLogLoader } from "~/features/notices/admin/notice-pages.endpoints.server";
import type { Instant } from "~/lib/format";
import type { Column } from "~/ui/list/data-table";
import { AgoText } from "~/ui/parts/date-text";
import { type StateLabel, StatusBadge } from "~/ui/parts/status-badge";

type Notice = ReturnType<typeof useLoaderData<typeof noticeLogLoader>>["notices"][number];

const STATE_LABELS: Record<Notice["state"], StateLabel> = {
  ...MAIL_STATUS_LABELS,
  // Its mail or text message is no longer kept.
  MADE: { label: "Made", tone: "plain" },
  LEFT_OUT: { label: "Not sent", tone: "plain" },
};

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
    cell: ({ state }) => <StatusBadge {...STATE_LABELS[state]} />,
  },
  { title: "Why not", cell: ({ reason, error }) => (reason ? REASON_LABELS[reason] : error) },
];
