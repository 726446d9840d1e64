import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { issuedLinksLoader } from "~/features/portal-links/issued-links.endpoints.server";
import { formatDateTime, type Instant } from "~/lib/format";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";
import { AgoText } from "~/ui/parts/date-text";
import { type StateLabel, StatusBadge } from "~/ui/parts/status-badge";

type IssuedLink = ReturnType<typeof useLoaderData<typeof issuedLinksLoader>>["links"][number];

export const isOver = ({ state }: IssuedLink): boolean => state !== "LIVE";

const STATE_LABELS: Record<IssuedLink["state"], StateLabel> = {
  LIVE: { label: "Active", tone: "good" },
  USED: { label: "Used", tone: "plain" },
  EXPIRED: { label: "Expired", tone: "plain" },
  REVOKED: { label: "Revoked", tone: "plain" },
};

const COLUMNS: Column<IssuedLink, { now: Instant; timeZone: string }>[] = [
  { title: "Issued", isMain: true, cell: ({ createdAt }, { now }) => <AgoText at={createdAt} now={now} /> },
  { title: "By", cell: ({ issuedBy }) => <bdi>{issuedBy}</bdi> },
  {
    title: "Kind",
    cell: ({ kind, isSingleUse }) =>
      kind === "SESSION" ? "Visit" : isSingleUse ? "Single-use link" : "Link",
  },
  {
    title: "Ends",
    cell: ({ expiresAt }, { timeZone }) => (
      <span className="pn-number">{formatDateTime(expiresAt, timeZone)}</span>
    ),
  },
  { title: "Status", cell: ({ state }) => <StatusBadge {...STATE_LABELS[state]} /> },
  {
    title: "Actions",
    isTitleHidden: true,
    align: "end",
    cell: (link) =>
      !isOver(link) && (
        <a href={`?revoke=${link.id}`} className="pn-button" data-small>
          Revoke<span className="pn-hidden"> the link by {link.issuedBy}</span>
        </a>
      ),
  },
];

export function LinkList() {
  const { links, now } = useLoaderData<typeof issuedLinksLoader>();
  const { timeZone } = useAdminShell().shop;
  return (
    <ListCard label="Issued links">
      <DataTable rows={links} columns={COLUMNS} shared={{ now, timeZone }} isMuted={isOver} />
    </ListCard>
  );
}

/** Opened by an address, so that it also works without scripts. */
export function RevokeDialog() {
  const { links, customer } = useLoaderData<typeof issuedLinksLoader>();
  const [search] = useSearchParams();
  const link = links.find(({ id, state }) => id === search.get("revoke") && state === "LIVE");
  if (!link) return null;
  return (
    <FormDialog
      title="Revoke this link?"
      text={
        <>
          It stops working immediately. <bdi>{customer.name}</bdi> can get a new one at any time.
        </>
      }
      cancel="."
      action="?intent=revoke"
      confirm="Revoke link"
      isHarsh
      hidden={{ id: link.id }}
    />
  );
}

/** Opened like the other. */
export function RevokeAllDialog() {
  const { links, customer } = useLoaderData<typeof issuedLinksLoader>();
  const [search] = useSearchParams();
  if (!search.has("revoke-all") || links.every(isOver)) return null;
  return (
    <FormDialog
      title="Revoke all links?"
      text={
        <>
          Every link and visit of <bdi>{customer.name}</bdi> stops working immediately, also for their other
          contracts. They can get a new link at any time.
        </>
      }
      cancel="."
      action="?intent=revoke_all"
      confirm="Revoke all links"
      isHarsh
    />
  );
}
