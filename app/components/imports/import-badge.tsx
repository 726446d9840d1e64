import { IMPORT_STATES } from "~/components/imports/import-words";
import { StatusBadge } from "~/components/status-badge";

export function ImportBadge({ status }: { status: string }) {
  const state = IMPORT_STATES[status];
  return <StatusBadge status={status} word={state?.word} tone={state?.tone} />;
}
