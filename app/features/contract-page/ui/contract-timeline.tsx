import { Link } from "@remix-run/react";
import type { TimelineEntry } from "~/features/contract-page/history/activity-timeline";
import { Card } from "~/ui/parts/card";
import { FieldChanges } from "~/ui/parts/field-changes";

/** Who did what and when, newest first, each with the fields before and after. */
export function ContractTimeline({ entries, isCut }: { entries: TimelineEntry[]; isCut: boolean }) {
  return (
    <Card title="Activity" className="pn-record-last">
      {entries.length === 0 && <p className="pn-dimmed">No activity yet.</p>}
      <ol className="pn-plain pn-timeline">
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
            <FieldChanges changes={entry.changes} />
          </li>
        ))}
      </ol>
      {isCut && <p className="pn-dimmed pn-after">Older entries are not shown.</p>}
    </Card>
  );
}
