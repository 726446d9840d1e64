import { useSearchParams } from "@remix-run/react";
import { WEBHOOK_LABELS } from "~/features/webhooks/admin/webhook-form";
import type { ActionResult } from "~/lib/problem";
import { FormDialog } from "~/ui/form/form-dialog";
import { TextField } from "~/ui/form/form-fields";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";

/** Confirms what cannot be undone, and asks from when to send again; opened by an address. */
export function WebhookDialogs({
  isOff,
  answer,
}: {
  isOff: boolean;
  answer: ActionResult<unknown> | undefined;
}) {
  const [search] = useSearchParams();
  const { timeZone } = useAdminShell().shop;
  switch (search.get("action")) {
    case "rotate":
      return (
        <FormDialog
          title="Create a new secret?"
          text="For 24 hours messages are signed with both. Put the new one into your server within that time."
          cancel="?"
          action="?intent=rotate"
          confirm="Create a new secret"
        />
      );
    case "delete":
      return (
        <FormDialog
          title="Delete this endpoint?"
          text="No more events are sent to it, and waiting ones are discarded. This cannot be undone."
          cancel="?"
          action="?intent=delete"
          confirm="Delete endpoint"
          isHarsh
        />
      );
    case "replay":
      if (isOff) return null;
      return (
        <FormDialog
          title="Send events again?"
          text="All events since this time that the endpoint receives, in order, each with its original id. Newer events follow after them."
          cancel="?"
          action="?action=replay&intent=replay"
          confirm="Send again"
          result={answer}
          labels={WEBHOOK_LABELS}
        >
          <TextField
            name="from"
            type="datetime-local"
            required
            description={`In the shop’s time zone, ${timeZone}. Events are kept for 35 days.`}
          />
        </FormDialog>
      );
    default:
      return null;
  }
}
