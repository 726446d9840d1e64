import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { SentTabs } from "~/features/mail/ui/sent-tabs";
import { textMessagesLoader } from "~/features/text-messages/text-messages.endpoints.server";
import type { Instant } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { IconMessage } from "~/ui/icons/icons";
import { type Column, DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { AgoText } from "~/ui/parts/date-text";
import { StatusBadge } from "~/ui/parts/status-badge";

export { textMessagesLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Text messages") }];

type Text = ReturnType<typeof useLoaderData<typeof textMessagesLoader>>["texts"][number];
type Shared = { now: Instant; hasGateway: boolean };

const COLUMNS: Column<Text, Shared>[] = [
  { title: "Text", isMain: true, cell: ({ text }) => <span dir="auto">{text}</span> },
  {
    title: "To",
    isNumber: true,
    cell: ({ recipient, customerId }) =>
      customerId === null ? recipient : <Link to={`/admin/customers/${customerId}`}>{recipient}</Link>,
  },
  { title: "Segments", isNumber: true, align: "end", cell: ({ segments }) => segments },
  { title: "Written", cell: ({ createdAt }, { now }) => <AgoText at={createdAt} now={now} /> },
  {
    title: "State",
    cell: ({ status, lastError }, { hasGateway }) => (
      <>
        <StatusBadge
          status={status}
          label={
            status === "QUEUED"
              ? "Waiting"
              : status === "SENT" && !hasGateway
                ? "Not sent (no gateway)"
                : undefined
          }
        />
        {lastError && <div className="pn-dimmed">{lastError}</div>}
      </>
    ),
  },
];

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
        <DataTable rows={texts} columns={COLUMNS} shared={{ now, hasGateway }} />
      </ListCard>
    </ListPage>
  );
}
