import { ProgressBar } from "~/ui/parts/progress-bar";
import { type ImportStatus, isUnfinished } from "./import-labels";

const STEPS: Record<string, string> = {
  RECEIVING: "Reading the files",
  QUEUED: "Files received. The import starts in a moment",
  RUNNING: "Importing products, customers and contracts",
};

type Props = { status: ImportStatus; progress: number | null };

export function ImportProgressCard({ status, progress }: Props) {
  if (!isUnfinished(status)) return null;
  const percent = progress === null ? null : Math.floor(progress * 100);
  return (
    <section className="pn-card" aria-labelledby="progress-title">
      <h2 id="progress-title">{STEPS[status]}</h2>
      <ProgressBar labelledBy="progress-title" max={100} value={percent} />
      <p className="pn-dimmed pn-number" role="status">
        {percent === null ? "Size not known yet." : `${percent}%`}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content="2" />
        <p className="pn-dimmed">This page refreshes every two seconds.</p>
      </noscript>
    </section>
  );
}
