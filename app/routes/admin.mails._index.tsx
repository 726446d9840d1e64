import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import { AgoText } from "~/components/date-text";
import { NothingYet } from "~/components/empty-state";
import { findMailStatusWord, toMailKindWords } from "~/components/mails/mail-words";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { mailsLoader } from "~/features/mail/mails.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { mailsLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Mails") }];

export default function MailsPage() {
  const { mails, now, hasServer } = useLoaderData<typeof mailsLoader>();
  return (
    <div className="pn-page">
      <PageHeader
        title="Mails"
        note={
          hasServer
            ? "E-mails sent to customers and staff in the last 90 days."
            : "No mail server is set up (SMTP_URL): mails stay on this machine, and can be read here."
        }
      />
      {mails.length === 0 ? (
        <NothingYet
          icon={IconMail}
          title="No mails yet"
          text="Portal links and other e-mails to your customers will appear here."
        />
      ) : (
        <section className="pn-card pn-card-flush" aria-label="Mails">
          <table className="pn-table pn-table-stacks">
            <thead>
              <tr>
                <th>Subject</th>
                <th>To</th>
                <th>Kind</th>
                <th>Written</th>
                <th>State</th>
              </tr>
            </thead>
            <tbody>
              {mails.map((mail) => (
                <tr key={mail.id}>
                  <td className="pn-table-main">
                    <Link to={`/admin/mails/${mail.id}`} className="pn-strong-link">
                      <bdi>{mail.subject}</bdi>
                    </Link>
                  </td>
                  <td data-label="To">{mail.recipient}</td>
                  <td data-label="Kind">{toMailKindWords(mail.kind)}</td>
                  <td data-label="Written">
                    <AgoText at={mail.createdAt} now={now} />
                  </td>
                  <td data-label="State">
                    <StatusBadge status={mail.status} word={findMailStatusWord(mail.status, hasServer)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
