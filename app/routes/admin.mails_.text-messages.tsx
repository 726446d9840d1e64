import { useLoaderData } from "@remix-run/react";
import { SentTabs } from "~/features/mail/ui/sent-tabs";
import { textMessagesLoader } from "~/features/text-messages/text-messages.endpoints.server";
import { TEXT_MESSAGE_COLUMNS } from "~/features/text-messages/ui/text-message-columns";
import { IconMessage } from "~/ui/icons/icons";
import { DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { titled } from "~/ui/shell/page-exports";

export { textMessagesLoader as loader };

export const meta = titled("Text messages");

export default function TextMessagesPage() {
  const { texts, now, hasGateway } = useLoaderData<typeof textMessagesLoader>();
  return (
    <ListPage
      title="Text messages"
      tabs={<SentTabs current="/admin/mails/text-messages" />}
      note={
        hasGateway
          ? "Text messages sent to customers."
          : "No gateway for text messages is set up (SMS_GATEWAY_URL): they stay on this machine, and can be read here."
      }
      nothingYet={
        texts.length === 0 && {
          icon: IconMessage,
          title: "No text messages yet",
          text: "Notices that go out as text messages will appear here.",
        }
      }
    >
      <ListCard label="Text messages">
        <DataTable rows={texts} columns={TEXT_MESSAGE_COLUMNS} shared={{ now, hasGateway }} />
      </ListCard>
    </ListPage>
  );
}
