import type { ReactNode } from "react";
import { toCustomersDays } from "~/features/contracts/change/order-dates";
import { Field } from "~/features/customer-pages/portal-parts";
import { FormPage } from "./form-page";
import type { ContractPageProps } from "./page-state";

type Props = ContractPageProps & { banner: ReactNode };

export function ReschedulePage(props: Props) {
  const { portal, contract, refusal } = props;
  const { reschedule } = portal.texts;
  const { first, last } = toCustomersDays(portal);
  return (
    <FormPage
      {...props}
      title={reschedule.title}
      lead={contract.next ? reschedule.intro(contract.next.date.text) : undefined}
      intent="reschedule"
      view="reschedule"
      submit={portal.texts.save}
    >
      <Field name="date" label={reschedule.field} hint={reschedule.hint} error={refusal?.fields.date}>
        {(control) => (
          <input
            {...control}
            type="date"
            min={first}
            max={last}
            defaultValue={refusal?.submitted.date ?? contract.next?.date.day}
            required
          />
        )}
      </Field>
    </FormPage>
  );
}

/** A pause that ends by itself; a pause without end is the button on the contract's page. */
export function PausePage(props: Props) {
  const { portal, contract, refusal } = props;
  const { pause } = portal.texts.edits;
  const { first, last } = toCustomersDays(portal);
  const next = contract.next?.date.day;
  return (
    <FormPage
      {...props}
      title={pause.title}
      lead={contract.next ? pause.intro(contract.next.date.text) : undefined}
      intent="pause-until"
      view="pause"
      submit={portal.texts.action.pause}
    >
      <Field name="date" label={pause.field} hint={pause.hint} error={refusal?.fields.date}>
        {(control) => (
          <input
            {...control}
            type="date"
            min={next && next > first ? next : first}
            max={last}
            defaultValue={refusal?.submitted.date}
            required
          />
        )}
      </Field>
    </FormPage>
  );
}

export function ReactivatePage(props: Props) {
  const { reactivate } = props.portal.texts;
  return (
    <FormPage
      {...props}
      title={reactivate.title}
      lead={props.contract.name}
      intent="status"
      view="reactivate"
      hidden={{ status: "ACTIVE" }}
      submit={reactivate.confirm}
    >
      <p>{reactivate.intro}</p>
    </FormPage>
  );
}
