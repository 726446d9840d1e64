import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { NewTaskForm } from "~/components/bulk/new-task-form";
import { PageHeader } from "~/components/page-header";
import { useAdminShell } from "~/components/use-admin-shell";
import { newTaskAction, newTaskLoader } from "~/features/bulk-automations/automation-pages.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { newTaskAction as action, newTaskLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("New bulk change") }];

export default function NewBulkAutomationPage() {
  const page = useLoaderData<typeof newTaskLoader>();
  const result = useActionData<typeof newTaskAction>();
  const { shop } = useAdminShell();
  return (
    <div className="pn-page">
      <PageHeader title="New bulk change" back={{ to: "/admin/bulk-automations", label: "Bulk changes" }} />
      <NewTaskForm page={page} currencyCode={shop.currencyCode} result={result} />
    </div>
  );
}
