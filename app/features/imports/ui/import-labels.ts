import type { Tone } from "~/ui/parts/status-badge";

/** Labels of an import's state; those of orders and contracts would mislead. */
export const IMPORT_STATES: Record<string, { label: string; tone: Tone }> = {
  RECEIVING: { label: "Reading files", tone: "busy" },
  QUEUED: { label: "Waiting", tone: "busy" },
  RUNNING: { label: "Importing", tone: "busy" },
  COMPLETED: { label: "Completed", tone: "good" },
  FAILED: { label: "Not imported", tone: "bad" },
};

export const isUnfinished = (status: string): boolean =>
  status === "RECEIVING" || status === "QUEUED" || status === "RUNNING";

const bytes = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const UNITS = ["bytes", "KB", "MB", "GB"];

/** 930041 → "930 KB". */
export function formatBytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  return `${bytes.format(size / 1000 ** step)} ${UNITS[step]}`;
}
