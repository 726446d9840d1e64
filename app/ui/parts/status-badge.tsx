/** How good or bad a state is: the colour, always together with the text. */
export type Tone = "good" | "busy" | "warn" | "bad" | "plain";

const STATES: Record<string, { label: string; tone: Tone }> = {
  // Contracts (spec "Raw contract object" status)
  ACTIVE: { label: "Active", tone: "good" },
  PAUSED: { label: "Paused", tone: "warn" },
  CANCELLED: { label: "Cancelled", tone: "plain" },
  EXPIRED: { label: "Expired", tone: "plain" },
  FAILED: { label: "Failed", tone: "bad" },
  // Billing attempts
  QUEUED: { label: "Scheduled", tone: "busy" },
  PROCESSING: { label: "Processing", tone: "busy" },
  SUCCESS: { label: "Paid", tone: "good" },
  SUCCEEDED: { label: "Paid", tone: "good" },
  FAILURE: { label: "Payment failed", tone: "bad" },
  SKIPPED: { label: "Skipped", tone: "plain" },
  PARKED: { label: "On hold", tone: "warn" },
  UNKNOWN: { label: "Unknown", tone: "warn" },
  ACTION_REQUIRED: { label: "Bank asks customer", tone: "bad" },
  AUTO_CHARGE_DISABLED: { label: "Not charged", tone: "plain" },
  CONTRACT_ENDED: { label: "Contract ended", tone: "plain" },
  // Imports and tasks
  RECEIVING: { label: "Uploading", tone: "busy" },
  PLANNING: { label: "Planning", tone: "busy" },
  RUNNING: { label: "Running", tone: "busy" },
  COMPLETED: { label: "Completed", tone: "good" },
  // Discount codes
  SWITCHED_OFF: { label: "Off", tone: "plain" },
  NOT_STARTED: { label: "Not yet valid", tone: "busy" },
  ENDED: { label: "Ended", tone: "plain" },
  USED_UP: { label: "Used up", tone: "warn" },
  // Webhook endpoints
  FAILING: { label: "Failing", tone: "bad" },
  DISABLED: { label: "Off", tone: "plain" },
  // API keys
  LIVE: { label: "Active", tone: "good" },
  ENDING: { label: "Old secret", tone: "warn" },
  // Portal links, mails
  SENT: { label: "Sent", tone: "good" },
  BOUNCED: { label: "Bounced", tone: "bad" },
  USED: { label: "Used", tone: "plain" },
  REVOKED: { label: "Revoked", tone: "plain" },
};

const sentenceCase = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1).toLowerCase().replaceAll("_", " ");

/** The text for a state; an unknown one in sentence case. */
export const toStatusLabel = (status: string): string => STATES[status]?.label ?? sentenceCase(status);

type BadgeProps = { status: string; label?: string; tone?: Tone };

/**
 * A state as text and colour. Plain markup: it is in every row of long tables.
 *
 * @param props.label by default the state's own (`toStatusLabel`)
 */
export function StatusBadge({ status, label, tone }: BadgeProps) {
  return (
    <span className="pn-badge" data-tone={tone ?? STATES[status]?.tone ?? "plain"}>
      {label ?? toStatusLabel(status)}
    </span>
  );
}
