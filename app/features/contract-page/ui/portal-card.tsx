import { Button } from "@mantine/core";
import { Link, useSearchParams } from "@remix-run/react";
import { hasRole } from "~/access/principal";
import type { ActionResult } from "~/lib/problem";
import { FormDialog } from "~/ui/form/form-dialog";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { Card } from "~/ui/parts/card";
import { CopyLinkButton } from "./copy-link-button";

type Props = { contractId: number; hasEmail: boolean };

/** The two ways to give a customer a portal link. Sending asks first: `SendLinkDialog` has to be on the page. */
export function PortalLinkActions({
  contractId,
  hasEmail,
  sendHref,
  size,
}: Props & { sendHref: string; size?: "xs" }) {
  return (
    <>
      <CopyLinkButton contractId={contractId} size={size} />
      {hasEmail && (
        <Button component={Link} to={sendHref} preventScrollReset variant="default" size={size}>
          Send portal link
        </Button>
      )}
    </>
  );
}

type DialogProps = {
  customer: { name: string; email: string | null };
  /** Address of the page without the dialog, and where its form posts to. */
  cancel: string;
  action: string;
};

/** Asks before a link is mailed; opened by `?portal=send`. */
export function SendLinkDialog({ customer, cancel, action }: DialogProps) {
  const [search] = useSearchParams();
  const result = useAnswer<ActionResult<unknown>>();
  if (search.get("portal") !== "send" || !customer.email) return null;
  return (
    <FormDialog
      title="Send a portal link?"
      text={
        <p>
          <bdi>{customer.name}</bdi> will get an e-mail at {customer.email} with a link to the portal. It
          works for two hours and needs no password.
        </p>
      }
      cancel={cancel}
      action={action}
      confirm="Send link"
      result={result}
    />
  );
}

/** Asks before a customer is asked for another card; opened by `?portal=card`. */
export function AskForCardDialog({ customer, cancel, action }: DialogProps) {
  const [search] = useSearchParams();
  const result = useAnswer<ActionResult<unknown>>();
  if (search.get("portal") !== "card" || !customer.email) return null;
  return (
    <FormDialog
      title="Ask for another card?"
      text={
        <p>
          <bdi>{customer.name}</bdi> will get an e-mail at {customer.email} with a link to the page where they
          can enter another card. Unpaid orders are then tried again at once.
        </p>
      }
      cancel={cancel}
      action={action}
      confirm="Send e-mail"
      result={result}
    />
  );
}

/**
 * On the contract page, for editors: a portal link for the customer, and a link to those issued before (wire.md §2 "2
 * portal link").
 */
export function PortalCard({ contractId, hasEmail, sendHref }: Props & { sendHref: string }) {
  if (!hasRole(useAdminShell().role, "editor")) return null;
  return (
    <Card title="Customer portal">
      <div className="pn-actions">
        <PortalLinkActions contractId={contractId} hasEmail={hasEmail} sendHref={sendHref} size="xs" />
      </div>
      <p className="pn-after">
        <Link to={`/admin/contracts/${contractId}/portal-links`}>Issued links</Link>
      </p>
    </Card>
  );
}
