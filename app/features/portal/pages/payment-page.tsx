import type { ReactNode } from "react";
import type { FailedOrder } from "~/features/billing/hosted/failed-orders.repo.server";
import { PageHeader } from "~/features/customer-pages/portal-parts";
import { toContractName } from "~/features/portal/view/contract-view";
import type { SameCardContract } from "~/features/portal/view/same-card.repo.server";
import { canPayNow, FailedNote } from "./failed-note";
import { FormPage } from "./form-page";
import { type ContractPageProps, toAction, toView } from "./page-state";

type Props = ContractPageProps & { notice: ReactNode };

/** What pays for the contract, and the way to the gateway's page for another card. */
export function NewCardPage({
  notice,
  failed,
  others,
  ...page
}: Props & { failed: FailedOrder | null; others: readonly SameCardContract[] }) {
  const { portal, contract } = page;
  const { texts } = portal;
  return (
    <>
      <PageHeader
        title={texts.paying.title}
        lead={contract.name}
        back={{ href: toView(page), label: texts.back }}
      />
      {notice}
      {failed && <FailedNote portal={portal} order={failed} isOnCardPage />}
      {portal.isOn("payment_update") && (
        <NewCardForm {...page} others={others} isSecond={failed !== null && canPayNow(failed)} />
      )}
    </>
  );
}

function NewCardForm({
  others,
  isSecond,
  ...page
}: ContractPageProps & { others: readonly SameCardContract[]; isSecond: boolean }) {
  const { portal, contract } = page;
  const { texts } = portal;
  const { payment } = contract;
  return (
    <form className="card form" method="post" action={toAction(page, "new-card", "payment")}>
      <div>
        <h2>{payment ? payment.title : texts.next.noPayment}</h2>
        {payment?.expiry && <p className="small muted">{payment.expiry}</p>}
        {payment?.isExpired && <p className="small bad">{texts.next.cardExpired}</p>}
      </div>
      <p>{texts.paying.intro}</p>
      {others.length > 0 && (
        <fieldset className="f">
          <legend>{texts.paying.also}</legend>
          <div className="pick">
            {others.map(({ contractId, titles, isFailing }) => (
              <label key={contractId} dir="auto">
                <input type="checkbox" name={`also-${contractId}`} defaultChecked={isFailing} />
                {toContractName(titles, portal)}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="pair">
        <button type="submit" className={isSecond ? "b2" : "b"}>
          {payment ? texts.paying.another : texts.paying.addCard}
        </button>
        <a className="b2" href={toView(page)}>
          {texts.notNow}
        </a>
      </div>
    </form>
  );
}

/** Of a shop without a gateway of ours: it is asked for a link. */
export function PaymentPage(props: Props) {
  const { payment, link } = props.portal.texts;
  return (
    <FormPage
      {...props}
      title={payment.title}
      lead={props.contract.payment?.title}
      intent="payment-mail"
      view="payment"
      submit={link.send}
    >
      <p>{payment.intro}</p>
      <p>
        <strong>{props.contract.email}</strong>
      </p>
    </FormPage>
  );
}
