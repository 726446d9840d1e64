import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { CHANNEL_LABELS, NOTICE_LABELS, REASON_LABELS } from "~/features/notice-settings/rules/notice-kinds";
import { noticeLogLoader } from "~/features/notices/admin/notice-pages.endpoints.server";
import type { Instant } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { AgoText } from "~/ui/parts/date-text";
import { StatusBadge } from "~/ui/parts/status-badge";
import { ErrorView } from "~/ui/shell/error-view";

export { noticeLogLoader as loader };

export const meta: MetaFunction<typeof noticeLogLoader> = ({ data }) => [
  { title: pageTitle(data ? `Notices, ${data.about.title}` : "Not found") },
];

type Notice = ReturnType<typeof useLoaderData<typeof noticeLogLoader>>["notices"][number];

const COLUMNS: Column<Notice, { now: Instant }>[] = [
  { title: "Notice", isMain: true, cell: ({ kind }) => NOTICE_LABELS[kind].name },
  { title: "When", cell: ({ createdAt }, { now }) => <AgoText at={createdAt} now={now} /> },
  { title: "By", cell: ({ channel }) => CHANNEL_LABELS[channel] },
  {
    title: "Contract",
    cell: ({ wireContractId }) =>
      wireContractId && <Link to={`/admin/contracts/${wireContractId}`}>{wireContractId}</Link>,
  },
  {
    title: "State",
    cell: ({ state }) => (
      <StatusBadge
        status={state}
        label={state === "LEFT_OUT" ? "Not sent" : state === "QUEUED" ? "Waiting" : undefined}
      />
    ),
  },
  { title: "Why not", cell: ({ reason, error }) => (reason ? REASON_LABELS[reason] : error) },
];

export default function NoticeLogPage() {
  const { about, notices, now } = useLoaderData<typeof noticeLogLoader>();
  return (
    <ListPage
      title="Notices"
      note="What the customer was told, and what they were not told and why."
      back={{ to: about.path, label: about.title }}
    >
      {notices.length === 0 ? (
        <p className="pn-card">No notices yet.</p>
      ) : (
        <ListCard label="Notices">
          <DataTable rows={notices} columns={COLUMNS} shared={{ now }} />
        </ListCard>
      )}
    </ListPage>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/contracts" backLabel="Go to all contracts" />;
}
