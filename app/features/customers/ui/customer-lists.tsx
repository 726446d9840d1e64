import { Link } from "@remix-run/react";
import type { OrderRowView } from "~/features/billing/orders-admin/order-view";
import { ORDER_AMOUNT, ORDER_DATE } from "~/features/billing/orders-admin/ui/order-table";
import { isOver } from "~/features/contracts/change/contract-transitions";
import { CONTRACT_STATUS_LABELS } from "~/features/contracts/status-labels";
import type { CustomersContractView } from "~/features/customers/page/customer-page.service.server";
import { MAIL_REST, MAIL_SUBJECT, type MailRow, type MailsShared } from "~/features/mail/ui/mail-columns";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";
import { StatusBadge } from "~/ui/parts/status-badge";

const CONTRACT_COLUMNS: Column<CustomersContractView>[] = [
  {
    title: "Contract",
    isMain: true,
    cell: ({ id, product, more }) => (
      <span className="pn-cell">
        <RowLink to={`/admin/contracts/${id}`}>
          <bdi>{product}</bdi>
          {more > 0 && ` +${more} more`}
        </RowLink>
        <span className="pn-dimmed pn-small pn-number">Contract {id}</span>
      </span>
    ),
  },
  { title: "Status", cell: ({ status }) => <StatusBadge {...CONTRACT_STATUS_LABELS[status]} /> },
  { title: "Frequency", cell: ({ frequency }) => frequency },
  { title: "Next order", cell: ({ next }) => next ?? "—" },
  { title: "Amount", isNumber: true, align: "end", cell: ({ amount }) => amount },
];

export function ContractsCard({
  contracts,
  hasMore,
  customerId,
}: {
  contracts: readonly CustomersContractView[];
  hasMore: boolean;
  customerId: number;
}) {
  return (
    <ListCard label="Contracts" title="Contracts">
      {contracts.length === 0 ? (
        <p className="pn-list-empty">No contracts yet.</p>
      ) : (
        <DataTable
          rows={contracts}
          columns={CONTRACT_COLUMNS}
          shared={null}
          label="Contracts"
          isMuted={({ status }) => isOver(status)}
        />
      )}
      {hasMore && (
        <p className="pn-list-note">
          <Link to={`/admin/contracts?customerId=${customerId}`}>All contracts of this customer</Link>
        </p>
      )}
    </ListCard>
  );
}

const ORDER_COLUMNS: Column<OrderRowView>[] = [
  {
    title: "Order",
    isMain: true,
    cell: ({ id, name, date }) => (
      <RowLink to={`/admin/orders/${id}`}>{name ?? `Order of ${date.text}`}</RowLink>
    ),
  },
  ORDER_DATE,
  {
    title: "Contract",
    isNumber: true,
    cell: ({ contractId }) => <a href={`/admin/contracts/${contractId}`}>{contractId}</a>,
  },
  { title: "Status", cell: ({ state }) => <StatusBadge {...state} /> },
  ORDER_AMOUNT,
];

export function OrdersCard({
  title,
  orders,
  empty,
}: {
  title: string;
  orders: { rows: readonly OrderRowView[]; hasMore: boolean };
  empty: string;
}) {
  return (
    <ListCard label={title} title={title}>
      {orders.rows.length === 0 ? (
        <p className="pn-list-empty">{empty}</p>
      ) : (
        <DataTable rows={orders.rows} columns={ORDER_COLUMNS} shared={null} label={title} />
      )}
      {orders.hasMore && <p className="pn-list-note">More are listed on the contracts’ pages.</p>}
    </ListCard>
  );
}

const READ_COLUMNS: Column<MailRow, MailsShared>[] = [MAIL_SUBJECT, ...MAIL_REST];
const SEEN_COLUMNS: Column<MailRow, MailsShared>[] = [
  { title: "Subject", isMain: true, cell: ({ subject }) => <bdi>{subject}</bdi> },
  ...MAIL_REST,
];

export function MailsCard({
  customerId,
  mails,
  hasMore,
  mayRead,
  shared,
}: {
  customerId: number;
  mails: readonly MailRow[];
  hasMore: boolean;
  mayRead: boolean;
  shared: MailsShared;
}) {
  return (
    <ListCard
      label="Mails"
      title="Mails"
      head={<Link to={`/admin/notices/log?customer=${customerId}`}>All notices</Link>}
    >
      {mails.length === 0 ? (
        <p className="pn-list-empty">No mails.</p>
      ) : (
        <DataTable
          rows={mails}
          columns={mayRead ? READ_COLUMNS : SEEN_COLUMNS}
          shared={shared}
          label="Mails"
        />
      )}
      {hasMore && <p className="pn-list-note">Older mails are not shown.</p>}
    </ListCard>
  );
}
