import { Button } from "@mantine/core";
import { Form, Link, useNavigation } from "@remix-run/react";
import { useAdminShell } from "~/components/use-admin-shell";
import { hasRole } from "~/http/principal";

type Props = { contractId: number; hasEmail: boolean };

/** The two ways a customer gets a link to the portal; both lead to the page that lists the links. */
export function PortalLinkForms({ contractId, hasEmail, size }: Props & { size?: "xs" }) {
  const busy = useNavigation().formAction ?? "";
  const page = `/admin/contracts/${contractId}/portal-links`;
  return (
    <>
      <Form method="post" action={`${page}?intent=copy`}>
        <Button type="submit" variant="default" size={size} loading={busy.endsWith("?intent=copy")}>
          Copy portal link
        </Button>
      </Form>
      {hasEmail && (
        <Form method="post" action={`${page}?intent=send`}>
          <Button type="submit" variant="default" size={size} loading={busy.endsWith("?intent=send")}>
            Send portal link
          </Button>
        </Form>
      )}
    </>
  );
}

/** On the contract page: a link for the customer, and the way to those issued before; for editors (wire.md §2 "2 portal link"). */
export function PortalCard({ contractId, hasEmail }: Props) {
  if (!hasRole(useAdminShell().role, "editor")) return null;
  return (
    <section className="pn-card" aria-labelledby="portal-title">
      <h2 id="portal-title">Customer portal</h2>
      <div className="pn-actions">
        <PortalLinkForms contractId={contractId} hasEmail={hasEmail} size="xs" />
      </div>
      <p className="ct-card-more">
        <Link to={`/admin/contracts/${contractId}/portal-links`}>Issued links</Link>
      </p>
    </section>
  );
}
