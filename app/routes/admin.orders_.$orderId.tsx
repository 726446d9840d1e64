import { Button } from "@mantine/core";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { parseOrderList, toOrdersHref } from "~/features/billing/orders-admin/order-list-url";
import {
  orderPageAction,
  orderPageLoader,
} from "~/features/billing/orders-admin/order-page.endpoints.server";
import { OrderContents } from "~/features/billing/orders-admin/ui/order-contents";
import { OrderDialogView, useOrderActionHref } from "~/features/billing/orders-admin/ui/order-dialog";
import { OrderRefunds, OrderTries } from "~/features/billing/orders-admin/ui/order-tries";
import orderStyles from "~/features/billing/orders-admin/ui/orders.css";
import { ContractDialog } from "~/features/contract-page/ui/contract-dialog";
import { Attributes } from "~/features/contract-page/ui/contract-lines";
import { ContractTimeline } from "~/features/contract-page/ui/contract-timeline";
import { useLive } from "~/ui/hooks/use-live";
import { Card } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { StatusBadge } from "~/ui/parts/status-badge";
import { ErrorView } from "~/ui/shell/error-view";
import { styledBy, titledBy } from "~/ui/shell/page-exports";
import recordStyles from "~/ui/styles/record.css";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { orderPageAction as action, orderPageLoader as loader };

export const links = styledBy(recordStyles, orderStyles);
export const meta = titledBy<typeof orderPageLoader>((data) => data.title, "Order not found");

export default function OrderPage() {
  const order = useLoaderData<typeof orderPageLoader>();
  const { actions, buttons, sold, tries, dialog, change, reschedule } = order;
  const toHref = useOrderActionHref();
  const list = useSearchParams()[0].get("list");
  useLive(`contract:${order.contractId}`, {
    isUnderWay: order.isTaken,
    isHeld: dialog !== null || change !== null,
  });
  return (
    <div className="pn-page">
      <PageHeader
        title={order.title}
        badge={<StatusBadge {...order.state} />}
        note={
          <>
            <span className="pn-number">{order.total}</span> ·{" "}
            <Link to={`/admin/customers/${order.customer.id}`}>
              <bdi>{order.customer.name}</bdi>
            </Link>{" "}
            · <Link to={`/admin/contracts/${order.contractId}`}>Contract {order.contractId}</Link>
          </>
        }
        back={{ to: toOrdersHref(parseOrderList(new URLSearchParams(list ?? ""))), label: "Orders" }}
      >
        {actions.map(({ intent, label, isQuiet }, index) => (
          <Button
            key={intent}
            component={Link}
            to={toHref(intent)}
            preventScrollReset
            variant={index === 0 && !isQuiet ? "filled" : "default"}
          >
            {label}
          </Button>
        ))}
        {buttons.map(({ intent, label }, index) => (
          <Button
            key={intent}
            component={Link}
            to={toHref(intent)}
            preventScrollReset
            variant={index === 0 && actions.length === 0 ? "filled" : "default"}
          >
            {label}
          </Button>
        ))}
        {reschedule && (
          <Button
            component={Link}
            to={`/admin/contracts/${order.contractId}?action=${reschedule.intent}`}
            variant="default"
          >
            {reschedule.label}
          </Button>
        )}
      </PageHeader>
      <DoneNote messages={order.doneLabels} bad={order.notDone} />
      <Standing order={order} />
      <div className="pn-record">
        <div>
          <OrderContents sold={sold} isTried={tries.length > 0} />
          <OrderTries tries={tries} />
          <ContractTimeline entries={order.history} isCut={false} />
        </div>
        <div>
          <Facts order={order} />
          <OrderRefunds refunds={order.refunds} />
          {sold && sold.address.length > 0 && (
            <Card title="Delivery">
              <address className="pn-written">{sold.address.join("\n")}</address>
            </Card>
          )}
          {sold && (sold.note || sold.noteAttributes.length > 0) && (
            <Card title="Note">
              {sold.note && <p dir="auto">{sold.note}</p>}
              {sold.noteAttributes.length > 0 && <Attributes attributes={sold.noteAttributes} />}
            </Card>
          )}
        </div>
      </div>
      {change && <ContractDialog key={change.intent} dialog={change} />}
      {dialog && <OrderDialogView key={`${dialog.action} ${dialog.fields.kind}`} dialog={dialog} />}
    </div>
  );
}

type Order = ReturnType<typeof useLoaderData<typeof orderPageLoader>>;

/** What is wrong, who can act on it, and what happens automatically. */
function Standing({ order: { reason, next, state } }: { order: Order }) {
  if (!reason && !next) return null;
  return (
    <div
      className="pn-banner pn-tone"
      data-tone={state.tone === "bad" || state.tone === "warn" ? "warn" : "busy"}
    >
      {reason && (
        <p className="pn-flush">
          <strong>{reason.why}.</strong> {reason.who}.
        </p>
      )}
      {next && <p className="pn-flush">{next.replace(/\.?$/, ".")}</p>}
    </div>
  );
}

function Facts({ order }: { order: Order }) {
  const { date, paid, method, customer, contractId, id } = order;
  return (
    <Card title="Payment">
      <dl className="pn-terms">
        <div>
          <dt>Date</dt>
          <dd>
            <time dateTime={date.instant}>{date.text}</time>
          </dd>
        </div>
        {paid && (
          <div>
            <dt>Paid</dt>
            <dd>
              <time dateTime={paid.instant}>{paid.text}</time>
            </dd>
          </div>
        )}
        <div>
          <dt>Payment method</dt>
          <dd>{method ?? "None"}</dd>
        </div>
        <div>
          <dt>Customer</dt>
          <dd>
            {customer.email ? (
              <a href={`mailto:${encodeURI(customer.email)}`}>{customer.email}</a>
            ) : (
              "No e-mail address"
            )}
          </dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd className="pn-number">{id}</dd>
        </div>
      </dl>
      <p className="pn-after">
        <Link to={`/admin/orders?tab=all&q=${contractId}`}>All orders of this contract</Link>
      </p>
    </Card>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/orders" backLabel="Go to all orders" />;
}
