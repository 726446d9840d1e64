import { Button } from "@mantine/core";
import { Link, type MetaFunction, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { PortalLinkActions, SendLinkDialog } from "~/components/contracts/portal-card";
import { AgoText } from "~/components/date-text";
import { DoneNote } from "~/components/done-note";
import { ErrorView } from "~/components/error-view";
import { FormProblem } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { useAdminShell } from "~/components/use-admin-shell";
import { issuedLinksAction, issuedLinksLoader } from "~/features/portal-access/issued-links.endpoints.server";
import { formatDateTime } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { FormDialog } from "~/ui/form-dialog";
import { ShownOnce } from "~/ui/shown-once";

export { issuedLinksAction as action, issuedLinksLoader as loader };

export const meta: MetaFunction<typeof issuedLinksLoader> = ({ data }) => [
  { title: pageTitle(data ? `Portal links, ${data.customer.name}` : "Contract not found") },
];

export default function PortalLinksPage() {
  const { customer, contractId, links } = useLoaderData<typeof issuedLinksLoader>();
  const result = useActionData<typeof issuedLinksAction>();
  const copied = result?.ok ? result.result : null;
  const { timeZone } = useAdminShell().shop;
  return (
    <div className="pn-page">
      <PageHeader
        title="Portal links"
        note={
          <>
            Anyone with a link can view and change the contracts of <bdi>{customer.name}</bdi>. A link works
            for two hours.
          </>
        }
        back={{ to: `/admin/contracts/${contractId}`, label: `Contract ${contractId}` }}
      >
        <PortalLinkActions
          contractId={contractId}
          hasEmail={customer.email !== null}
          sendHref="?portal=send"
        />
      </PageHeader>
      <DoneNote messages={{ sent: "Portal link sent", revoked: "Link revoked" }} />
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
      <SendLinkDialog customer={customer} cancel="." action="?intent=send&portal=send" />
    </div>
  );
}

function LinkList() {
  const { links, now } = useLoaderData<typeof issuedLinksLoader>();
  const { timeZone } = useAdminShell().shop;
  return (
    <section className="pn-card pn-card-flush" aria-label="Issued links">
      <table className="pn-table pn-table-stacks">
        <thead>
          <tr>
            <th>Issued</th>
            <th>By</th>
            <th>Kind</th>
            <th>Ends</th>
            <th>State</th>
            <th>
              <span className="pn-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.id} data-muted={link.state !== "LIVE" || undefined}>
              <td className="pn-table-main">
                <AgoText at={link.createdAt} now={now} />
              </td>
              <td data-label="By" dir="auto">
                {link.issuedBy}
              </td>
              <td data-label="Kind">
                {link.kind === "SESSION" ? "Visit" : link.isSingleUse ? "Single-use link" : "Link"}
              </td>
              <td data-label="Ends">
                <span className="pn-number">{formatDateTime(link.expiresAt, timeZone)}</span>
              </td>
              <td data-label="State">
                <StatusBadge status={link.state} />
              </td>
              <td data-align="end">
                {link.state === "LIVE" && (
                  <Button
                    component={Link}
                    to={`?revoke=${link.id}`}
                    preventScrollReset
                    variant="default"
                    size="xs"
                  >
                    Revoke<span className="pn-hidden"> the link by {link.issuedBy}</span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Opened by the address, so that it also works without scripts. */
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

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/contracts" backLabel="Go to all contracts" />;
}
