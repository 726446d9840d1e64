import { useLoaderData } from "@remix-run/react";
import {
  newTaskAction,
  newTaskLoader,
} from "~/features/bulk-automations/admin/automation-pages.endpoints.server";
import bulkStyles from "~/features/bulk-automations/ui/bulk.css";
import { NameSearch, NewTaskForm } from "~/features/bulk-automations/ui/new-task-form";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { newTaskAction as action, newTaskLoader as loader };

export const links = styledBy(bulkStyles);
export const meta = titled("New bulk change");

export default function NewBulkAutomationPage() {
  const page = useLoaderData<typeof newTaskLoader>();
  const result = useAnswer<typeof newTaskAction>();
  const { shop } = useAdminShell();
  return (
    <div className="pn-page">
      <PageHeader title="New bulk change" back={{ to: "/admin/bulk-automations", label: "Bulk changes" }} />
      {page.names.isNeeded && <NameSearch {...page} />}
      <NewTaskForm page={page} currencyCode={shop.currencyCode} result={result} />
    </div>
  );
}
