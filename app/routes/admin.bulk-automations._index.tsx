import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { tasksLoader } from "~/features/bulk-automations/admin/automation-pages.endpoints.server";
import bulkStyles from "~/features/bulk-automations/ui/bulk.css";
import { TaskList } from "~/features/bulk-automations/ui/task-list";
import { useLive } from "~/ui/hooks/use-live";
import { IconStack2 } from "~/ui/icons/icons";
import { ListPage } from "~/ui/list/list-page";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { tasksLoader as loader };

export const links = styledBy(bulkStyles);
export const meta = titled("Bulk changes");

export default function BulkAutomationsPage() {
  const { tasks, now, mayChange } = useLoaderData<typeof tasksLoader>();
  const isUnderWay = tasks.some(({ status }) => status === "PLANNING" || status === "RUNNING");
  useLive("bulk-automations", { isUnderWay });
  const start = mayChange && (
    <Button component={Link} to="/admin/bulk-automations/new">
      New bulk change
    </Button>
  );
  return (
    <ListPage
      title="Bulk changes"
      note="Change many contracts at once: preview, try out, apply, and undo if you need to."
      isWide
      done={{ discarded: "Preview discarded" }}
      actions={start}
      nothingYet={
        tasks.length === 0 && {
          icon: IconStack2,
          title: "No bulk changes yet",
          text: "Change prices, products, plans, dates, discounts or the status of any number of contracts. You see exactly what would happen first, and you can undo it afterwards.",
          action: start,
        }
      }
    >
      <TaskList tasks={tasks} now={now} mayChange={mayChange} />
    </ListPage>
  );
}
