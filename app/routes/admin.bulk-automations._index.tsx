import { Button } from "@mantine/core";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import IconStack2 from "@tabler/icons-react/dist/esm/icons/IconStack2.mjs";
import { TaskList } from "~/components/bulk/task-list";
import { DoneNote } from "~/components/done-note";
import { NothingYet } from "~/components/empty-state";
import { PageHeader } from "~/components/page-header";
import { useLookingAgain } from "~/components/use-looking-again";
import { tasksLoader } from "~/features/bulk-automations/automation-pages.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { tasksLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Bulk changes") }];

export default function BulkAutomationsPage() {
  const { tasks, now, mayChange } = useLoaderData<typeof tasksLoader>();
  useLookingAgain(tasks.some(({ status }) => status === "PLANNING" || status === "RUNNING"));
  const start = mayChange && (
    <Button component={Link} to="/admin/bulk-automations/new">
      New bulk change
    </Button>
  );
  return (
    <div className="pn-page" data-width="full">
      <PageHeader
        title="Bulk changes"
        note="Change many contracts at once: preview, try out, apply, and undo if you need to."
      >
        {tasks.length > 0 && start}
      </PageHeader>
      <DoneNote messages={{ discarded: "Preview discarded" }} />
      {tasks.length > 0 ? (
        <TaskList tasks={tasks} now={now} mayChange={mayChange} />
      ) : (
        <NothingYet
          icon={IconStack2}
          title="No bulk changes yet"
          text="Change the delivery price or the status of any number of contracts. You see exactly what would happen first, and you can undo it afterwards."
        >
          {start}
        </NothingYet>
      )}
    </div>
  );
}
