import { Button } from "@mantine/core";
import { Link, type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { PortalLinkActions, SendLinkDialog } from "~/features/contract-page/ui/portal-card";
import { issuedLinksAction, issuedLinksLoader } from "~/features/portal-links/issued-links.endpoints.server";
import { formatDateTime, type Instant } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { AgoText } from "~/ui/parts/date-text";
import { FormProblem } from "~/ui/parts/form-problem";
import { ShownOnce } from "~/ui/parts/shown-once";
import { StatusBadge } from "~/ui/parts/status-badge";
import { ErrorView } from "~/ui/shell/error-view";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { issuedLinksAction as action, issuedLinksLoader as loader };

export const meta: MetaFunction<typeof issuedLinksLoader> = ({ data }) => [
  { title: pageTitle(data ? `Portal links, ${data.customer.name}` : "Contract not found") },
];

export default function PortalLinksPage() {
  const { customer, contractId, links } = useLoaderData<typeof issuedLinksLoader>();
  const { timeZone } = useAdminShell().shop;
  const result = useAnswer<typeof issuedLinksAction>();
  const copied = result?.ok ? result.result : null;
  return (
    <ListPage
      title="Portal links"
      note={
        <>
          Anyone with a link can view and change the contracts of{" "}
          <Link to={`/admin/customers/${customer.id}`}>
            <bdi>{customer.name}</bdi>
          </Link>
          . A link works for two hours.
        </>
      }
      back={{ to: `/admin/contracts/${contractId}`, label: `Contract ${contractId}` }}
      actions={
        <>
          <PortalLinkActions
            contractId={contractId}
            hasEmail={customer.email !== null}
            sendHref="?portal=send"
          />
          {links.some((link) => !isOver(link)) && (
            <Button component={Link} to="?revoke-all=true" preventScrollReset variant="default">
              Revoke all links
            </Button>
          )}
        </>
      }
      done={{ sent: "Portal link sent", revoked: "Link revoked", all_revoked: "All links revoked" }}
    >
      <FormProblem result={result} />
      {copied && (
        <ShownOnce
          key={copied.link}
          title="The link is ready"
          text={`It opens the portal without a password until ${formatDateTime(copied.expiresAt, timeZone)}, and is shown only this once. Share it with the customer only.`}
          label="Portal link"
          value={copied.link}
        />
      )}
      {links.length === 0 ? (
        <p className="pn-card">No links have been issued to this customer.</p>
      ) : (
        <LinkList />
      )}
      <RevokeDialog />
      <RevokeAllDialog />
      <SendLinkDialog customer={customer} cancel="." action="?intent=send&portal=send" />
    </ListPage>
  );
}

type IssuedLink = ReturnType<typeof useLoaderData<typeof issuedLinksLoader>>["links"][number];

const isOver = ({ state }: IssuedLink): boolean => state !== "LIVE";

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
  { title: "State", cell: ({ state }) => <StatusBadge status={state} /> },
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

function LinkList() {
  const { links, now } = useLoaderData<typeof issuedLinksLoader>();
  const { timeZone } = useAdminShell().shop;
  return (
    <ListCard label="Issued links">
      <DataTable rows={links} columns={COLUMNS} shared={{ now, timeZone }} isMuted={isOver} />
    </ListCard>
  );
}

/** Opened by an address, so that it also works without scripts. */
function RevokeDialog() {
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
function RevokeAllDialog() {
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

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/contracts" backLabel="Go to all contracts" />;
}
