import type { FailedOrder } from "~/features/billing/hosted/failed-orders.repo.server";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { PageHeader } from "~/features/customer-pages/portal-parts";
import { toContractName } from "~/features/portal/view/contract-view";
import type { PortalListRow } from "~/features/portal/view/portal-contract.repo.server";
import { FailedNote } from "./failed-note";
import { Picture } from "./items";

/** All contracts of a customer, active ones first. */
export function ListPage({
  portal,
  contracts,
  failed,
}: {
  portal: PortalContext;
  contracts: readonly PortalListRow[];
  failed: readonly FailedOrder[];
}) {
  const { texts, ownTexts } = portal;
  return (
    <>
      <PageHeader title={ownTexts.heading || texts.heading} lead={ownTexts.welcome} />
      {failed.map((order) => {
        const contract = contracts.find(({ contractId }) => contractId === order.contractId);
        const name = contract && toContractName(contract.titles, portal);
        return <FailedNote key={order.attemptId} portal={portal} order={order} name={name} />;
      })}
      {contracts.length === 0 && <p className="card">{texts.list.empty}</p>}
      {contracts.map((contract) => (
        <ContractCard key={contract.contractId} portal={portal} contract={contract} />
      ))}
    </>
  );
}

function ContractCard({ portal, contract }: { portal: PortalContext; contract: PortalListRow }) {
  const { texts, format } = portal;
  const name = toContractName(contract.titles, portal);
  const { billingInterval, billingIntervalCount: count, nextBillingDate } = contract;
  const date = contract.status === "ACTIVE" && nextBillingDate ? new Date(nextBillingDate) : null;
  return (
    <section className="card" aria-labelledby={`c-${contract.contractId}`}>
      <ul className="items">
        <li>
          <Picture src={contract.image} />
          <div className="what">
            <h2 id={`c-${contract.contractId}`} dir="auto">
              {name}
            </h2>
            <p>{texts.every(billingInterval, count, format.number(count))}</p>
          </div>
          <span className="num">{format.money(contract.orderAmount, contract.currencyCode)}</span>
        </li>
      </ul>
      {date ? (
        <p>
          <small>{texts.list.nextOrder}</small>
          <br />
          <time dateTime={format.day(date)}>
            <strong>{format.date(date)}</strong>
          </time>
          <br />
          <small>{format.relativeDay(date)}</small>
        </p>
      ) : (
        <p>
          <span className="tag">{texts.status[contract.status]}</span>
        </p>
      )}
      <a
        className="b2"
        href={portal.href({ contract: contract.contractId })}
        id={`o-${contract.contractId}`}
        aria-labelledby={`o-${contract.contractId} c-${contract.contractId}`}
      >
        {texts.list.open}
      </a>
    </section>
  );
}
