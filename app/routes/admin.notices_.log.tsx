import { useLoaderData } from "@remix-run/react";
import { noticeLogLoader } from "~/features/notices/admin/notice-pages.endpoints.server";
import { NOTICE_COLUMNS } from "~/features/notices/ui/notice-columns";
import { DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { ErrorView } from "~/ui/shell/error-view";
import { titledBy } from "~/ui/shell/page-exports";

export { noticeLogLoader as loader };

export const meta = titledBy<typeof noticeLogLoader>((data) => `Notices, ${data.about.title}`, "Not found");

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
          <DataTable rows={notices} columns={NOTICE_COLUMNS} shared={{ now }} />
        </ListCard>
      )}
    </ListPage>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/contracts" backLabel="Go to all contracts" />;
}
