import { IMPORT_STATES } from "~/features/imports/ui/import-labels";
import { StatusBadge } from "~/ui/parts/status-badge";

export function ImportBadge({ status }: { status: string }) {
  const state = IMPORT_STATES[status];
  return <StatusBadge status={status} label={state?.label} tone={state?.tone} />;
}
