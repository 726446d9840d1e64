import type { useLoaderData } from "@remix-run/react";
import type { MailKind } from "~/features/mail/mail-kind";
import type { mailsLoader } from "~/features/mail/mails.endpoints.server";
import type { Instant } from "~/lib/format";
import { type Column, RowLink } from "~/ui/list/data-table";
import { AgoText } from "~/ui/parts/date-text";
import { StatusBadge } from "~/ui/parts/status-badge";
import { type MailStatus, toMailKindText, toMailState } from "./mail-labels";

export type MailRow = { id: number; kind: MailKind; status: MailStatus; subject: string; createdAt: Instant };
/** @field hasServer whether mails leave this machine */
export type MailsShared = { now: Instant; hasServer: boolean };

export const MAIL_SUBJECT: Column<MailRow, MailsShared> = {
  title: "Subject",
  isMain: true,
  cell: ({ id, subject }) => (
    <RowLink to={`/admin/mails/${id}`}>
      <bdi>{subject}</bdi>
    </RowLink>
  ),
};

export const MAIL_REST: readonly Column<MailRow, MailsShared>[] = [
  { title: "Kind", cell: ({ kind }) => toMailKindText(kind) },
  { title: "Written", cell: ({ createdAt }, { now }) => <AgoText at={createdAt} now={now} /> },
  {
    title: "Status",
    cell: ({ status }, { hasServer }) => <StatusBadge {...toMailState(status, hasServer)} />,
  },
];

type Mail = ReturnType<typeof useLoaderData<typeof mailsLoader>>["mails"][number];
/** Of the page of all mails. */
export const MAIL_COLUMNS: Column<Mail, MailsShared>[] = [
  MAIL_SUBJECT,
  {
    title: "To",
    cell: ({ recipient, customerId }) =>
      customerId === null ? recipient : <a href={`/admin/customers/${customerId}`}>{recipient}</a>,
  },
  ...MAIL_REST,
];
