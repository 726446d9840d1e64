import type { ReactNode } from "react";
import { toCustomersDays } from "~/features/contracts/change/order-dates";
import { Field } from "~/features/customer-pages/portal-parts";
import type { Interval } from "~db/schema/intervals";
import { FormPage } from "./form-page";
import type { ContractPageProps } from "./page-state";

type Props = ContractPageProps & { notice: ReactNode };

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
      lead={contract.next ? portal.texts.reschedule.intro(contract.next.date.text) : undefined}
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

/** What most customers want; the present one is added when it is another. */
const USUAL: readonly [Interval, number][] = [
  ["WEEK", 1],
  ["WEEK", 2],
  ["MONTH", 1],
  ["MONTH", 2],
  ["MONTH", 3],
];

export function FrequencyPage(props: Props) {
  const { portal, contract, refusal } = props;
  const { texts, format } = portal;
  const { unit, count } = contract.interval;
  const isUsual = USUAL.some(([interval, number]) => interval === unit && number === count);
  const choices = isUsual ? USUAL : [[unit, count] as const, ...USUAL];
  const chosen = refusal?.submitted.frequency ?? `${unit}.${count}`;
  return (
    <FormPage
      {...props}
      title={texts.frequency.title}
      lead={texts.frequency.intro(contract.frequency)}
      intent="frequency"
      view="frequency"
      submit={texts.save}
    >
      <fieldset className="f">
        <legend>{texts.frequency.legend}</legend>
        <div className="pick">
          {choices.map(([interval, number]) => {
            const value = `${interval}.${number}`;
            return (
              <label key={value}>
                <input type="radio" name="frequency" value={value} defaultChecked={chosen === value} />
                {texts.every(interval, number, format.number(number))}
              </label>
            );
          })}
          <label>
            <input type="radio" name="frequency" value="other" defaultChecked={chosen === "other"} />
            {texts.frequency.other}
          </label>
        </div>
      </fieldset>
      <div className="two if-other">
        <Field name="count" label={texts.frequency.count} error={refusal?.fields.count}>
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={520}
              defaultValue={refusal?.submitted.count ?? count}
            />
          )}
        </Field>
        <Field name="unit" label={texts.frequency.unit}>
          {(control) => (
            <select {...control} defaultValue={refusal?.submitted.unit ?? unit}>
              {Object.entries(texts.frequency.units).map(([interval, word]) => (
                <option key={interval} value={interval}>
                  {word}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
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
