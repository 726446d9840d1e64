import { useSearchParams } from "@remix-run/react";
import { type PlanView, type TaskView, toContractsText } from "~/features/bulk-automations/automation-page";
import { formatCount, quote } from "~/lib/format";
import { FormDialog } from "~/ui/form/form-dialog";

type Question = { intent: string; title: string; text: string; confirm: string; isHarsh: boolean };

/** Confirmation dialogs, opened by the address. */
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
  const question = findQuestion(search.get("confirm"), task, plan, mayUndo);
  if (!question) return null;
  const { intent, ...asked } = question;
  return (
    <FormDialog
      {...asked}
      cancel={`/admin/bulk-automations/${task.id}`}
      cancelLabel="Back"
      action={`?intent=${intent}`}
    />
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
    return {
      intent: "apply",
      title: `${what} for ${toContractsText(plan.changing)}?`,
      text: "This runs in the background. You can pause it, and undo it afterwards.",
      confirm: `Apply to ${plan.changing === 1 ? "it" : `all ${count}`}`,
      isHarsh: false,
    };
  }
  if (name === "cancel" && ["SCHEDULED", "PLANNING", "RUNNING", "PAUSED"].includes(status)) {
    const done =
      task.succeeded > 0
        ? `${toContractsText(task.succeeded)} already changed and will stay changed; you can undo that afterwards. `
        : "";
    const text = `${done}The others are not changed.`;
    return {
      intent: "cancel",
      title: `Cancel ${quote(what)}?`,
      text,
      confirm: "Cancel this change",
      isHarsh: true,
    };
  }
  if (name === "undo" && mayUndo) {
    const count = formatCount(task.succeeded);
    const text = `${toContractsText(task.succeeded)} will get their former values back. Those that somebody has changed since are skipped and listed.`;
    return {
      intent: "undo",
      title: `Undo ${quote(what)}?`,
      text,
      confirm: `Undo for ${count}`,
      isHarsh: false,
    };
  }
  return null;
}
