import { useLoaderData } from "@remix-run/react";
import { toScopeLines } from "~/features/api-keys/api-key-labels";
import type { apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import type { KeyState } from "~/features/api-keys/key-state";
import { formatDateTime, type Instant } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";
import { AgoText, DateText } from "~/ui/parts/date-text";
import { type StateLabel, StatusBadge } from "~/ui/parts/status-badge";

export type ListedKey = ReturnType<typeof useLoaderData<typeof apiKeysLoader>>["keys"][number];

/** Beyond this number the list shows only how many there are. */
const SHOWN_ADDRESSES = 3;

const works = ({ state }: ListedKey): boolean => state === "LIVE" || state === "ENDING";
const isOver = (key: ListedKey): boolean => !works(key);

const STATE_LABELS: Record<KeyState, StateLabel> = {
  LIVE: { label: "Active", tone: "good" },
  ENDING: { label: "Old secret", tone: "warn" },
  REPLACED: { label: "Replaced", tone: "plain" },
  EXPIRED: { label: "Expired", tone: "plain" },
  REVOKED: { label: "Revoked", tone: "plain" },
};

const COLUMNS: Column<ListedKey, Instant>[] = [
  { title: "Name", isMain: true, className: "ak-name", cell: ({ name }) => name },
  { title: "Key", cell: ({ hint }) => <code>{hint}</code> },
  { title: "Access", cell: (key) => <AccessText {...key} /> },
  {
    title: "Created",
    cell: ({ createdAt, createdBy }) => (
      <>
        <DateText at={createdAt} /> <span className="pn-dimmed">by {createdBy}</span>
      </>
    ),
  },
  {
    title: "Last used",
    cell: ({ lastUsedAt }, now) =>
      lastUsedAt ? <AgoText at={lastUsedAt} now={now} /> : <span className="pn-dimmed">Never</span>,
  },
  { title: "Expires", cell: (key) => <EndText {...key} /> },
  { title: "Status", cell: ({ state }) => <StatusBadge {...STATE_LABELS[state]} /> },
  { title: "Actions", isTitleHidden: true, align: "end", cell: (key) => <KeyActions {...key} /> },
];

/** The shop's keys and their previous secrets, newest first. */
export function ApiKeyList() {
  const { keys, now } = useLoaderData<typeof apiKeysLoader>();
  if (keys.length === 0) return null;
  return (
    <ListCard label="Keys">
      <DataTable rows={keys} columns={COLUMNS} shared={now} isMuted={isOver} />
    </ListCard>
  );
}

function AccessText({ scope, areas, addresses }: ListedKey) {
  return (
    <>
      {toScopeLines(scope, areas).map((line) => (
        <span key={line} className="ak-line">
          {line}
        </span>
      ))}
      {addresses && <AddressText addresses={addresses} />}
    </>
  );
}

function AddressText({ addresses }: { addresses: string[] }) {
  if (addresses.length <= SHOWN_ADDRESSES)
    return <span className="ak-line pn-dimmed">From {addresses.join(", ")}</span>;
  return (
    <details className="pn-dimmed">
      <summary>From {addresses.length} addresses</summary>
      {addresses.join(", ")}
    </details>
  );
}

/** For a secret that expires within hours or days the time is shown, too. */
function EndText({ state, expiresAt }: ListedKey) {
  const { timeZone } = useAdminShell().shop;
  if (expiresAt === null) return <span className="pn-dimmed">Never</span>;
  if (state !== "ENDING") return <DateText at={expiresAt} />;
  return <time dateTime={new Date(expiresAt).toISOString()}>{formatDateTime(expiresAt, timeZone)}</time>;
}

function KeyActions({ id, name, state, canRotate }: ListedKey) {
  if (state !== "LIVE" && state !== "ENDING") return null;
  return (
    <span className="ak-actions">
      {canRotate && (
        <a href={`?rotate=${id}`} className="pn-button" data-small>
          Rotate<span className="pn-hidden"> {name}</span>
        </a>
      )}
      <a href={`?revoke=${id}`} className="pn-button" data-small>
        Revoke
        <span className="pn-hidden">{state === "ENDING" ? ` the old secret of ${name}` : ` ${name}`}</span>
      </a>
    </span>
  );
}
