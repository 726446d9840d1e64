import { type ImportStatus, STATUS_LABELS } from "~/features/imports/ui/import-labels";
import { StatusBadge } from "~/ui/parts/status-badge";

export const ImportBadge = ({ status }: { status: ImportStatus }) => (
  <StatusBadge {...STATUS_LABELS[status]} />
);
