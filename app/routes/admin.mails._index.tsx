import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { mailsLoader } from "~/features/mail/mails.endpoints.server";
import { MAIL_REST, MAIL_SUBJECT, type MailsShared } from "~/features/mail/ui/mail-columns";
import { SentTabs } from "~/features/mail/ui/sent-tabs";
import { pageTitle } from "~/lib/page-title";
import { IconMail } from "~/ui/icons/icons";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";

export { mailsLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Mails") }];

type Mail = ReturnType<typeof useLoaderData<typeof mailsLoader>>["mails"][number];
const COLUMNS: Column<Mail, MailsShared>[] = [
  MAIL_SUBJECT,
  {
    title: "To",
    cell: ({ recipient, customerId }) =>
      customerId === null ? recipient : <a href={`/admin/customers/${customerId}`}>{recipient}</a>,
  },
  ...MAIL_REST,
];

export default function MailsPage() {
  const { mails, now, hasServer } = useLoaderData<typeof mailsLoader>();
  return (
    <ListPage
      title="Mails"
      tabs={<SentTabs current="/admin/mails" />}
      note={
        hasServer
          ? "E-mails sent to customers and staff."
          : "No mail server is set up (SMTP_URL): mails stay on this machine, and can be read here."
      }
      nothingYet={
        mails.length === 0 && {
          icon: IconMail,
          title: "No mails yet",
          text: "Portal links and other e-mails to your customers will appear here.",
        }
      }
    >
      <ListCard label="Mails">
        <DataTable rows={mails} columns={COLUMNS} shared={{ now, hasServer }} />
      </ListCard>
    </ListPage>
  );
}
