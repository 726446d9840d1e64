/** How good or bad a state is: the colour, always together with the text. */
export type Tone = "good" | "busy" | "warn" | "bad" | "plain";

const STATES: Record<string, { word: string; tone: Tone }> = {
  // Contracts (spec "Raw contract object" status)
  ACTIVE: { word: "Active", tone: "good" },
  PAUSED: { word: "Paused", tone: "warn" },
  CANCELLED: { word: "Cancelled", tone: "plain" },
  EXPIRED: { word: "Expired", tone: "plain" },
  FAILED: { word: "Failed", tone: "bad" },
  // Billing attempts
  QUEUED: { word: "Scheduled", tone: "busy" },
  PROCESSING: { word: "Processing", tone: "busy" },
  SUCCESS: { word: "Paid", tone: "good" },
  SUCCEEDED: { word: "Paid", tone: "good" },
  FAILURE: { word: "Payment failed", tone: "bad" },
  SKIPPED: { word: "Skipped", tone: "plain" },
  PARKED: { word: "On hold", tone: "warn" },
  UNKNOWN: { word: "Unknown", tone: "warn" },
  ACTION_REQUIRED: { word: "Bank asks customer", tone: "bad" },
  AUTO_CHARGE_DISABLED: { word: "Not charged", tone: "plain" },
  CONTRACT_ENDED: { word: "Contract ended", tone: "plain" },
  // Imports and tasks
  RECEIVING: { word: "Uploading", tone: "busy" },
  PLANNING: { word: "Planning", tone: "busy" },
  RUNNING: { word: "Running", tone: "busy" },
  COMPLETED: { word: "Completed", tone: "good" },
  // Discount codes
  SWITCHED_OFF: { word: "Off", tone: "plain" },
  NOT_STARTED: { word: "Not yet valid", tone: "busy" },
  ENDED: { word: "Ended", tone: "plain" },
  USED_UP: { word: "Used up", tone: "warn" },
  // Webhook endpoints
  FAILING: { word: "Failing", tone: "bad" },
  DISABLED: { word: "Off", tone: "plain" },
  // API keys
  LIVE: { word: "Active", tone: "good" },
  ENDING: { word: "Old secret", tone: "warn" },
  // Portal links, mails
  SENT: { word: "Sent", tone: "good" },
  BOUNCED: { word: "Bounced", tone: "bad" },
  USED: { word: "Used", tone: "plain" },
  REVOKED: { word: "Revoked", tone: "plain" },
};

const sentenceCase = (word: string): string =>
  word.charAt(0).toUpperCase() + word.slice(1).toLowerCase().replaceAll("_", " ");

/** The text for a state; an unknown one in sentence case. */
export const toStatusLabel = (status: string): string => STATES[status]?.word ?? sentenceCase(status);

/** A state as text and colour. Plain markup: it is in every row of long tables. */
export function StatusBadge({ status, word, tone }: { status: string; word?: string; tone?: Tone }) {
  return (
    <span className="pn-badge" data-tone={tone ?? STATES[status]?.tone ?? "plain"}>
      {word ?? toStatusLabel(status)}
    </span>
  );
}
