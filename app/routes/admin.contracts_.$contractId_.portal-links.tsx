import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { PortalLinkActions, SendLinkDialog } from "~/features/contract-page/ui/portal-card";
import { issuedLinksAction, issuedLinksLoader } from "~/features/portal-links/issued-links.endpoints.server";
import { isOver, LinkList, RevokeAllDialog, RevokeDialog } from "~/features/portal-links/ui/issued-links";
import { formatDateTime } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { ListPage } from "~/ui/list/list-page";
import { FormProblem } from "~/ui/parts/form-problem";
import { ShownOnce } from "~/ui/parts/shown-once";
import { ErrorView } from "~/ui/shell/error-view";
import { titledBy } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { issuedLinksAction as action, issuedLinksLoader as loader };

export const meta = titledBy<typeof issuedLinksLoader>(
  (data) => `Portal links, ${data.customer.name}`,
  "Contract not found",
);

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

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/contracts" backLabel="Go to all contracts" />;
}
