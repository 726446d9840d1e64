import { useEffect } from "react";
import { useFetcher } from "~/ui/hooks/use-fetcher";
import { ImportProgressCard } from "./import-progress-card";

type Imports = { imports: { id: number; status: string; progress: number | null }[] };

const POLL_EVERY_MS = 1000;

/** While the browser sends: what the server has read so far, polled from the list of imports during the upload. */
export function SendingProgress() {
  const { load, data, state } = useFetcher<Imports>();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => load("/admin/imports?index"), POLL_EVERY_MS);
    return () => clearTimeout(timer);
  }, [state, load]);
  const receiving = data?.imports.find(({ status }) => status === "RECEIVING");
  return <ImportProgressCard status="RECEIVING" progress={receiving?.progress ?? null} />;
}
