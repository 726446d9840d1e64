import { useLoaderData } from "@remix-run/react";
import { mailsLoader } from "~/features/mail/mails.endpoints.server";
import { MAIL_COLUMNS } from "~/features/mail/ui/mail-columns";
import { SentTabs } from "~/features/mail/ui/sent-tabs";
import { IconMail } from "~/ui/icons/icons";
import { DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { titled } from "~/ui/shell/page-exports";

export { mailsLoader as loader };

export const meta = titled("Mails");

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
        <DataTable rows={mails} columns={MAIL_COLUMNS} shared={{ now, hasServer }} />
      </ListCard>
    </ListPage>
  );
}
