import type { ReactNode } from "react";
import type { FailedOrder } from "~/features/billing/hosted/failed-orders.repo.server";
import { ActionForm, PageHeader } from "~/features/customer-pages/portal-parts";
import { toContractName } from "~/features/portal/view/contract-view";
import type { OtherMethod } from "~/features/portal/view/other-methods.service.server";
import type { SameCardContract } from "~/features/portal/view/same-card.repo.server";
import { canPayNow, FailedNote } from "./failed-note";
import { FormPage } from "./form-page";
import { type ContractPageProps, toAction, toView } from "./page-state";

type Props = ContractPageProps & { banner: ReactNode };

/** Whether the shop is asked for a link, because the customer's cards are with its payment provider. */
export const mayAskByMail = ({
  portal,
  contract,
  isAskedByMail,
}: ContractPageProps & { isAskedByMail: boolean }): boolean =>
  isAskedByMail && portal.isOn("payment_update") && contract.email !== null;

/** The contract's payment method, and the ways to change it: a saved one, the hosted page, or a link by mail. */
export function PaymentPage({
  banner,
  failed,
  isAskedByMail,
  others,
  methods,
  ...page
}: Props & {
  failed: FailedOrder | null;
  /** For shops without a gateway of ours. */
  isAskedByMail: boolean;
  others: readonly SameCardContract[];
  methods: readonly OtherMethod[];
}) {
  const { portal, contract } = page;
  const { texts } = portal;
  const saved = methods.length > 0 && <SavedMethods {...page} methods={methods} />;
  if (mayAskByMail({ ...page, isAskedByMail }))
    return (
      <>
        <MailPage {...page} banner={banner} />
        {saved}
      </>
    );
  return (
    <>
      <PageHeader
        title={texts.paying.title}
        lead={contract.name}
        back={{ href: toView(page), label: texts.back }}
      />
      {banner}
      {failed && <FailedNote portal={portal} order={failed} isOnCardPage />}
      {!isAskedByMail && portal.isOn("payment_update") ? (
        <NewCardForm {...page} others={others} isSecond={failed !== null && canPayNow(failed)} />
      ) : (
        <section className="card">
          <Present {...page} />
        </section>
      )}
      {saved}
    </>
  );
}

/** Other payment methods that the customer has saved with the shop. */
function SavedMethods({ methods, ...page }: ContractPageProps & { methods: readonly OtherMethod[] }) {
  const { portal, contract } = page;
  const { edits } = portal.texts;
  return (
    <section className="card" aria-labelledby="saved">
      <h2 id="saved">{edits.method.title}</h2>
      <ul className="rows">
        {methods.map(({ id, title, expiry }) => (
          <li key={id}>
            <div>
              {title} {expiry && <small>{expiry}</small>}
            </div>
            <ActionForm
              action={toAction(page, "use-method", "payment")}
              label={edits.method.use}
              name={`${edits.method.use}${portal.format.colon}${title}`}
              kind="b3"
              fields={{ version: contract.version, method: id }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Present({ portal, contract: { payment } }: ContractPageProps) {
  const { texts } = portal;
  return (
    <div>
      <h2>{payment ? payment.title : texts.next.noPayment}</h2>
      {payment?.expiry && <p className="small muted">{payment.expiry}</p>}
      {payment?.isExpired && <p className="small bad">{texts.next.cardExpired}</p>}
    </div>
  );
}

function NewCardForm({
  others,
  isSecond,
  ...page
}: ContractPageProps & { others: readonly SameCardContract[]; isSecond: boolean }) {
  const { portal } = page;
  const { texts } = portal;
  return (
    <form className="card form" method="post" action={toAction(page, "new-card", "payment")}>
      <Present {...page} />
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
          {page.contract.payment ? texts.paying.another : texts.paying.addCard}
        </button>
        <a className="b2" href={toView(page)}>
          {texts.notNow}
        </a>
      </div>
    </form>
  );
}

/** For shops without a gateway of ours: the shop is asked for a link. */
function MailPage(props: Props) {
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
