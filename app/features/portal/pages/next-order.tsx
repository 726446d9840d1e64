import { isOver, mayAskFor } from "~/features/contracts/change/contract-transitions";
import { ActionForm } from "~/features/customer-pages/portal-parts";
import { Items } from "./items";
import { type ContractPageProps, toAction, toView } from "./page-state";

/** The page's first card: date, items, amount, address, payment, and the three large actions. */
export function NextOrder(page: ContractPageProps) {
  const { portal, contract } = page;
  const { texts } = portal;
  const { next, sums } = contract;
  return (
    <section className="card" aria-labelledby="next">
      <h2 id="next">{next ? texts.next.title : texts.items}</h2>
      {next ? (
        <p className="when">
          <time dateTime={next.date.day}>{next.date.text}</time> <small>{next.date.relative}</small>
        </p>
      ) : (
        <p>{texts.noOrder[contract.status]}</p>
      )}
      <MainActions {...page} />
      <MoreActions {...page} />
      <Items {...page} />
      {next && (
        <dl className="sum">
          {sums.discount && (
            <>
              <dt>{texts.next.discount}</dt>
              <dd className="num">{sums.discount}</dd>
            </>
          )}
          {contract.delivery.kind !== "NONE" && (
            <>
              <dt>{texts.next.delivery}</dt>
              <dd className="num">{sums.isDeliveryFree ? texts.next.free : sums.delivery}</dd>
            </>
          )}
          <dt className="all">{texts.next.total}</dt>
          <dd className="num all">{sums.total}</dd>
        </dl>
      )}
      <div className="facts">
        <Delivery {...page} />
        <Payment {...page} />
      </div>
    </section>
  );
}

/** Less frequent actions, on pages of their own. */
function MoreActions(page: ContractPageProps) {
  const { portal, contract } = page;
  const { action, edits } = portal.texts;
  const { next } = contract;
  const links = [
    contract.canOrderNow && (["now", action.order_now] as const),
    next && portal.isOn("pause") && (["pause", edits.pause.action] as const),
    next && next.attemptId !== null && portal.isOn("order_note") && (["note", action.order_note] as const),
  ].filter((link) => link !== null && link !== false);
  if (links.length === 0) return null;
  return (
    <div className="more">
      {links.map(([view, label]) => (
        <a key={view} className="b3" href={toView(page, view)}>
          {label}
        </a>
      ))}
    </div>
  );
}

/**
 * The main actions for the contract's state. The first is the widest on a phone: moving an order is preferred to
 * skipping, and only actions that bring orders back are emphasised.
 */
function MainActions(page: ContractPageProps) {
  const { portal, contract } = page;
  const { texts } = portal;
  const { version, status, next } = contract;
  const skip = next !== null && next.attemptId !== null && portal.isOn("skip");
  const reschedule = next !== null && portal.isOn("reschedule");
  const pause = mayAskFor(status, "PAUSED") && portal.isOn("pause");
  const mayReturn = mayAskFor(status, "ACTIVE");
  const resume = mayReturn && status === "PAUSED" && portal.isOn("resume");
  const reactivate = mayReturn && status !== "PAUSED" && portal.isOn("reactivate");
  if (!(skip || reschedule || pause || resume || reactivate)) return null;
  return (
    <div className="go">
      {reschedule && (
        <a className="b2" href={toView(page, "reschedule")}>
          {texts.action.reschedule}
        </a>
      )}
      {skip && (
        <ActionForm
          action={toAction(page, "skip")}
          label={texts.action.skip}
          fields={{ version, attempt: next.attemptId, skip: "true" }}
        />
      )}
      {pause && (
        <ActionForm
          action={toAction(page, "status")}
          label={texts.action.pause}
          fields={{ version, status: "PAUSED" }}
        />
      )}
      {resume && (
        <ActionForm
          action={toAction(page, "status")}
          label={texts.action.resume}
          kind="b"
          fields={{ version, status: "ACTIVE" }}
        />
      )}
      {reactivate && (
        <a className="b" href={toView(page, "reactivate")}>
          {texts.action.reactivate}
        </a>
      )}
    </div>
  );
}

function Delivery(page: ContractPageProps) {
  const { portal, contract } = page;
  const { kind, lines } = contract.delivery;
  const { texts } = portal;
  if (kind === "NONE") return null;
  const mayChange = kind === "SHIPPING" && portal.isOn("address") && !isOver(contract.status);
  return (
    <div>
      <h3>{texts.next.shipTo}</h3>
      {kind === "PICKUP" ? (
        <p>{texts.next.pickup}</p>
      ) : (
        <address>
          {lines.map((line) => (
            <div key={line} dir="auto">
              {line}
            </div>
          ))}
        </address>
      )}
      {mayChange && (
        <a className="b3" href={toView(page, "address")}>
          {texts.action.address}
        </a>
      )}
    </div>
  );
}

/** Without a card there is none to change. */
function toPaymentLabel({ portal: { texts }, contract }: ContractPageProps, mayUpdate: boolean): string {
  if (!mayUpdate) return texts.action.payment_method;
  return contract.payment ? texts.action.payment_update : texts.paying.addCard;
}

function Payment(page: ContractPageProps) {
  const { portal, contract } = page;
  const { texts } = portal;
  const { payment } = contract;
  const mayUpdate = portal.isOn("payment_update") && contract.email !== null;
  const mayChange = (mayUpdate || portal.isOn("payment_method")) && !isOver(contract.status);
  return (
    <div>
      <h3>{texts.next.payment}</h3>
      <p>{payment ? payment.title : texts.next.noPayment}</p>
      {payment?.expiry && <p className="small muted">{payment.expiry}</p>}
      {payment?.isExpired && <p className="small bad">{texts.next.cardExpired}</p>}
      {contract.hasFailedPayment && <p className="small bad">{texts.next.paymentFailed}</p>}
      {mayChange && (
        <a className="b3" href={toView(page, "payment")}>
          {toPaymentLabel(page, mayUpdate)}
        </a>
      )}
    </div>
  );
}
