import { StatusBadge } from "~/ui/parts/status-badge";
import { type ImportStatus, STATUS_LABELS } from "./import-labels";

export const ImportBadge = ({ status }: { status: ImportStatus }) => (
  <StatusBadge {...STATUS_LABELS[status]} />
);
