import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { apiKeysAction, apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import { ApiKeyForm } from "~/features/api-keys/ui/api-key-form";
import type { Instant } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAnswer } from "~/ui/hooks/use-answer";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";
import { AgoText, DateText } from "~/ui/parts/date-text";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { ShownOnce } from "~/ui/parts/shown-once";
import { StatusBadge } from "~/ui/parts/status-badge";

export { apiKeysAction as action, apiKeysLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("API keys") }];

export default function ApiKeysPage() {
  const result = useAnswer<typeof apiKeysAction>();
  const created = result?.ok ? result.result : null;
  return (
    <div className="pn-page">
      <PageHeader
        title="API keys"
        note={
          <>
            API keys let other software read and change this shop’s contracts.{" "}
            <a href="/api/docs">API docs</a>
          </>
        }
      />
      <DoneNote messages={{ revoked: "Key revoked" }} />
      {created && (
        <ShownOnce
          key={created.id}
          title={`The key “${created.name}” is ready`}
          text="Copy it now and keep it safe. It will not be shown again."
          label="API key"
          value={created.key}
        />
      )}
      <KeyList />
      <ApiKeyForm key={created?.id ?? 0} result={result} />
      <RevokeDialog />
    </div>
  );
}

type Key = ReturnType<typeof useLoaderData<typeof apiKeysLoader>>["keys"][number];

const isOver = ({ state }: Key): boolean => state !== "LIVE";

const COLUMNS: Column<Key, Instant>[] = [
  { title: "Name", isMain: true, cell: ({ name }) => name },
  { title: "Key", cell: ({ hint }) => <code>{hint}</code> },
  { title: "Scope", cell: ({ scope }) => (scope === "write" ? "Read and write" : "Read") },
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
  { title: "State", cell: ({ state }) => <StatusBadge status={state} /> },
  {
    title: "Actions",
    isTitleHidden: true,
    align: "end",
    cell: (key) =>
      !isOver(key) && (
        <a href={`?revoke=${key.id}`} className="pn-button" data-small>
          Revoke<span className="pn-hidden"> {key.name}</span>
        </a>
      ),
  },
];

function KeyList() {
  const { keys, now } = useLoaderData<typeof apiKeysLoader>();
  if (keys.length === 0) return null;
  return (
    <ListCard label="Keys">
      <DataTable rows={keys} columns={COLUMNS} shared={now} isMuted={isOver} />
    </ListCard>
  );
}

/** Opened by the address, so that it also works without scripts. */
function RevokeDialog() {
  const { keys } = useLoaderData<typeof apiKeysLoader>();
  const [search] = useSearchParams();
  const key = keys.find(({ id, state }) => String(id) === search.get("revoke") && state === "LIVE");
  if (!key) return null;
  return (
    <FormDialog
      title={`Revoke “${key.name}”?`}
      text="Software that uses this key loses access immediately. This cannot be undone, but you can create a new key."
      cancel="/admin/api-keys"
      action="?intent=revoke"
      confirm="Revoke key"
      isHarsh
      hidden={{ id: key.id }}
    />
  );
}
