import { Link, useLoaderData } from "@remix-run/react";
import { mailLoader } from "~/features/mail/mails.endpoints.server";
import { toMailKindText, toMailState, toMailTrouble } from "~/features/mail/ui/mail-labels";
import { AgoText } from "~/ui/parts/date-text";
import { PageHeader } from "~/ui/parts/page-header";
import { StatusBadge } from "~/ui/parts/status-badge";
import { ErrorView } from "~/ui/shell/error-view";
import { titledBy } from "~/ui/shell/page-exports";

export { mailLoader as loader };

export const meta = titledBy<typeof mailLoader>((data) => data.mail.subject, "Mail not found");

export default function MailPage() {
  const { mail, now, hasServer } = useLoaderData<typeof mailLoader>();
  return (
    <div className="pn-page">
      <PageHeader
        title={<bdi>{mail.subject}</bdi>}
        badge={<StatusBadge {...toMailState(mail.status, hasServer)} />}
        note={
          <>
            {toMailKindText(mail.kind)} to{" "}
            {mail.customerId === null ? (
              mail.recipient
            ) : (
              <Link to={`/admin/customers/${mail.customerId}`}>{mail.recipient}</Link>
            )}{" "}
            · written <AgoText at={mail.createdAt} now={now} />
          </>
        }
        back={{ to: "/admin/mails", label: "Mails" }}
      />
      {mail.lastError && (
        <p className="pn-card">
          {toMailTrouble(mail)}
          {mail.lastError}
        </p>
      )}
      <section className="pn-card" aria-labelledby="text-title">
        <h2 id="text-title">Text</h2>
        {mail.text === null ? (
          <p className="pn-dimmed">
            {mail.isPrivate
              ? "Only its recipient can read this e-mail: it holds a link into their account."
              : "The text is not kept once an e-mail has been sent or given up on."}
          </p>
        ) : (
          <pre className="pn-mail-text" dir="auto">
            {mail.text}
          </pre>
        )}
        {mail.hasHtml && (
          <p>
            <a href={`/admin/mails/${mail.id}/html`} target="_blank" rel="noreferrer">
              Open as the customer sees it
            </a>
          </p>
        )}
      </section>
    </div>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/mails" backLabel="Go to all mails" />;
}
