import type { ReactNode } from "react";
import type { ContractView } from "~/features/portal/view/contract-view";
import { FormPage } from "./form-page";
import type { ContractPageProps } from "./page-state";

type Next = NonNullable<ContractView["next"]>;

/** The next order at once: what it costs, what it is paid with, and that later orders follow from today. */
export function OrderNowPage({ next, ...props }: ContractPageProps & { next: Next; banner: ReactNode }) {
  const { portal, contract } = props;
  const { texts } = portal;
  const { payment, sums } = contract;
  return (
    <FormPage
      {...props}
      title={texts.orderNow.title}
      lead={texts.orderNow.intro(next.date.text)}
      intent="order-now"
      view="now"
      hidden={{ attempt: next.attemptId ?? 0 }}
      submit={texts.orderNow.confirm(sums.total)}
    >
      <p>{texts.orderNow.consequence}</p>
      <dl className="sum">
        <dt>{texts.next.payment}</dt>
        <dd>{payment ? payment.title : texts.next.noPayment}</dd>
        <dt className="all">{texts.next.total}</dt>
        <dd className="num all">{sums.total}</dd>
      </dl>
    </FormPage>
  );
}
