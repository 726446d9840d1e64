import type { StateLabel } from "~/ui/parts/status-badge";
import type { IMPORT_STATUSES } from "~db/schema/imports";

export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const STATUS_LABELS: Record<ImportStatus, StateLabel> = {
  RECEIVING: { label: "Reading files", tone: "busy" },
  QUEUED: { label: "Waiting", tone: "busy" },
  RUNNING: { label: "Importing", tone: "busy" },
  COMPLETED: { label: "Completed", tone: "good" },
  FAILED: { label: "Not imported", tone: "bad" },
};

export const isUnfinished = (status: ImportStatus): boolean =>
  status === "RECEIVING" || status === "QUEUED" || status === "RUNNING";

const bytes = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const UNITS = ["bytes", "KB", "MB", "GB"];

/** 930041 → "930 KB". */
export function formatBytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  return `${bytes.format(size / 1000 ** step)} ${UNITS[step]}`;
}
