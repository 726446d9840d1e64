import { Button } from "@mantine/core";
import { Form, useNavigation, useSearchParams } from "@remix-run/react";
import { ConfirmDialog } from "~/components/confirm-dialog";
import type { PlanView, TaskView } from "~/features/bulk-automations/automation-page";
import { formatCount } from "~/lib/format";

type Question = { intent: string; title: string; text: string; button: string; isDanger: boolean };

/** Questions before what matters, opened by the address. */
export function TaskDialogs({
  task,
  plan,
  mayUndo,
}: {
  task: TaskView;
  plan: PlanView | null;
  mayUndo: boolean;
}) {
  const [search] = useSearchParams();
  const isBusy = useNavigation().state === "submitting";
  const question = findQuestion(search.get("confirm"), task, plan, mayUndo);
  if (!question) return null;
  const { intent, title, text, button, isDanger } = question;
  return (
    <ConfirmDialog title={title} text={text} cancel={`/admin/bulk-automations/${task.id}`} cancelLabel="Back">
      <Form method="post" action={`?intent=${intent}`} preventScrollReset>
        <Button type="submit" color={isDanger ? "red" : undefined} loading={isBusy}>
          {button}
        </Button>
      </Form>
    </ConfirmDialog>
  );
}

function findQuestion(
  name: string | null,
  task: TaskView,
  plan: PlanView | null,
  mayUndo: boolean,
): Question | null {
  const { what, status } = task;
  if (name === "apply" && status === "DRAFT" && plan) {
    const count = formatCount(plan.changing);
    const text = `${count} contracts will be changed in the background. You can pause this at any time and undo it afterwards.`;
    return {
      intent: "apply",
      title: `${what} for ${count} contracts?`,
      text,
      button: `Apply to all ${count}`,
      isDanger: false,
    };
  }
  if (name === "cancel" && ["SCHEDULED", "PLANNING", "RUNNING", "PAUSED"].includes(status)) {
    const done =
      task.succeeded > 0
        ? `${formatCount(task.succeeded)} contracts have been changed and stay that way unless you undo the change.  `
        : "";
    const text = `${done}The remaining contracts are not changed.`;
    return { intent: "cancel", title: `Cancel “${what}”?`, text, button: "Cancel the task", isDanger: true };
  }
  if (name === "undo" && mayUndo) {
    const count = formatCount(task.succeeded);
    const text = `${count} contracts go back to their previous values. Any that someone has changed since are left unchanged and listed.`;
    return { intent: "undo", title: `Undo “${what}”?`, text, button: `Undo for ${count}`, isDanger: false };
  }
  return null;
}
