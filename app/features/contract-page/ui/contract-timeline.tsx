import { Link } from "@remix-run/react";
import type { FieldChange, TimelineEntry } from "~/features/contract-page/history/activity-timeline";
import { Card } from "~/ui/parts/card";

/** Who did what and when, newest first, each with the fields before and after. */
export function ContractTimeline({ entries, isCut }: { entries: TimelineEntry[]; isCut: boolean }) {
  return (
    <Card title="Activity" className="ct-last">
      {entries.length === 0 && <p className="pn-dimmed">No activity yet.</p>}
      <ol className="pn-plain ct-timeline">
        {entries.map((entry) => (
          <li key={entry.id}>
            <p>
              <strong className="pn-strong">{entry.action}</strong>
              {entry.subject && (
                <>
                  : <bdi>{entry.subject}</bdi>
                </>
              )}
            </p>
            <p className="pn-dimmed">
              <bdi>{entry.actor}</bdi> ·{" "}
              {entry.bulkAutomationId !== null && (
                <>
                  <Link to={`/admin/bulk-automations/${entry.bulkAutomationId}`}>
                    Bulk change {entry.bulkAutomationId}
                  </Link>{" "}
                  ·{" "}
                </>
              )}
              <time dateTime={entry.instant}>{entry.when}</time>
            </p>
            {entry.changes.length > 0 && (
              <dl className="pn-terms ct-changes">
                {entry.changes.map((change) => (
                  <Change key={change.field} change={change} />
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
      {isCut && <p className="pn-dimmed pn-after">Older entries are not shown.</p>}
    </Card>
  );
}

function Change({ change }: { change: FieldChange }) {
  return (
    <div>
      <dt>{change.field}</dt>
      <dd>
        {change.before !== null && (
          <>
            <del dir="auto">{change.before}</del>
            <span aria-hidden> → </span>
          </>
        )}
        {change.after === null ? (
          <span className="pn-dimmed">nothing</span>
        ) : (
          <ins dir="auto">{change.after}</ins>
        )}
      </dd>
    </div>
  );
}
