import type { ReactNode } from "react";
import { Field, PageHeader } from "~/features/customer-pages/portal-parts";
import { FormPage } from "~/features/portal/pages/form-page";
import { type ContractPageProps, toView } from "~/features/portal/pages/page-state";
import { MAX_NOTE } from "~/lib/limits";
import type { PlanChoice } from "./line-choices.service.server";

type Props = ContractPageProps & { banner: ReactNode };

/** Frequencies by plan, each with what an order would cost. */
export function PlanPage({
  choices,
  before,
  ...props
}: Props & { choices: readonly PlanChoice[]; before: string }) {
  const { portal, contract, refusal } = props;
  const { edits, ...texts } = portal.texts;
  const lead = `${edits.before}${portal.format.colon}${contract.frequency} · ${edits.perOrder(before)}`;
  if (choices.length === 0)
    return (
      <>
        <PageHeader title={edits.plan.title} lead={lead} back={{ href: toView(props), label: texts.back }} />
        {props.banner}
        <p className="card">{edits.plan.none}</p>
      </>
    );
  return (
    <FormPage {...props} title={edits.plan.title} lead={lead} intent="plan" view="plan" submit={texts.save}>
      <fieldset className="f">
        <legend>{edits.plan.legend}</legend>
        <div className="pick">
          {choices.map(({ id, name, interval, intervalCount, orderAmount }) => (
            <label key={id}>
              <input
                type="radio"
                name="plan"
                value={id}
                // The present plan is not among them: saving without a choice must change nothing.
                defaultChecked={refusal?.submitted.plan === String(id)}
                required
              />
              <span>
                <bdi>{name}</bdi>
                <br />
                <small>
                  {texts.every(interval, intervalCount, portal.format.number(intervalCount))} ·{" "}
                  {edits.perOrder(orderAmount)}
                </small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </FormPage>
  );
}

/** The note on the next order; null while none is planned. */
export function NotePage({ order, ...props }: Props & { order: { id: number; note: string } | null }) {
  const { portal, contract, refusal } = props;
  const { edits, ...texts } = portal.texts;
  if (!order)
    return (
      <>
        <PageHeader title={edits.note.title} back={{ href: toView(props), label: texts.back }} />
        {props.banner}
        <p className="card">{texts.noOrder[contract.status]}</p>
      </>
    );
  return (
    <FormPage
      {...props}
      title={edits.note.title}
      lead={contract.next?.date.text}
      intent="order-note"
      view="note"
      hidden={{ attempt: order.id }}
      submit={texts.save}
    >
      <Field name="note" label={edits.note.field} hint={edits.note.hint} error={refusal?.fields.note}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            maxLength={MAX_NOTE}
            defaultValue={refusal?.submitted.note ?? order.note}
          />
        )}
      </Field>
    </FormPage>
  );
}
