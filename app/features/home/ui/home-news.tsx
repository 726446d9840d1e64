import { Link } from "@remix-run/react";
import { type HomeActivity, toImportText, toNewsText } from "~/features/home/home";
import { ImportBadge } from "~/features/imports/ui/import-badge";
import type { ImportStatus } from "~/features/imports/ui/import-labels";
import { formatCount, type Instant } from "~/lib/format";
import { Card } from "~/ui/parts/card";
import { AgoText } from "~/ui/parts/date-text";

type Import = {
  id: number;
  status: ImportStatus;
  actorName: string;
  createdAt: Date;
  contractsCreated: number | null;
};

export function RecentImports({ imports, now }: { imports: Import[]; now: Instant }) {
  return (
    <Card
      title="Recent imports"
      more={
        <Link to="/admin/imports" className="pn-more">
          All imports
        </Link>
      }
    >
      {imports.length === 0 ? (
        <p className="pn-flush pn-dimmed">No files have been imported yet.</p>
      ) : (
        <ul className="pn-plain pn-list">
          {imports.map(({ id, status, actorName, createdAt, contractsCreated }) => (
            <li key={id}>
              <span className="pn-text">
                <Link to={`/admin/imports/${id}`} className="pn-strong-link">
                  {toImportText(contractsCreated)}
                </Link>
                <span className="pn-dimmed">
                  {actorName}, <AgoText at={createdAt} now={now} />
                </span>
              </span>
              <ImportBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Entry = HomeActivity & { more: number };

function toActorText({ actorType, actorName }: Entry): string {
  if (actorType === "customer") return "By the customer";
  return actorType === "api_key" ? `API key ${actorName}` : actorName;
}

export function LatestActivity({ entries, now }: { entries: Entry[]; now: Instant }) {
  return (
    <Card title="Latest activity">
      {entries.length === 0 ? (
        <p className="pn-flush pn-dimmed">Changes to contracts and settings will appear here.</p>
      ) : (
        <ul className="pn-plain pn-list">
          {entries.map((entry) => (
            <li key={entry.id}>
              <span className="pn-text">
                <News entry={entry} />
                <span className="pn-dimmed">
                  {toActorText(entry)}, <AgoText at={entry.createdAt} now={now} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function News({ entry }: { entry: Entry }) {
  const text = toNewsText(entry);
  if (entry.importId !== null)
    return (
      <Link to={`/admin/imports/${entry.importId}`} className="pn-strong-link">
        {text}
      </Link>
    );
  return (
    <span>
      {text} <ContractLink entry={entry} />
    </span>
  );
}

function ContractLink({ entry: { subscriptionContractId: id, customerName, more } }: { entry: Entry }) {
  if (id === null) return null;
  return (
    <>
      for{" "}
      <Link to={`/admin/contracts/${id}`} className="pn-strong-link">
        {customerName || `#${id}`}
      </Link>
      {more > 0 && <span className="pn-dimmed"> and {formatCount(more)} more</span>}
    </>
  );
}
