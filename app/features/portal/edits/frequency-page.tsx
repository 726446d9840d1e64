import type { ReactNode } from "react";
import { Field } from "~/features/customer-pages/portal-parts";
import { FormPage } from "~/features/portal/pages/form-page";
import type { ContractPageProps } from "~/features/portal/pages/page-state";
import { MAX_INTERVAL_COUNT } from "~/lib/limits";
import type { FrequencyChoices } from "./frequency-choices.service.server";

type Props = ContractPageProps & { banner: ReactNode } & FrequencyChoices;

/** How often orders come. Each choice shows what an order costs, if another plan, or none, changes it. */
export function FrequencyPage({ choices, other, ...props }: Props) {
  const { portal, contract, refusal } = props;
  const { texts, format } = portal;
  const { unit, count } = contract.interval;
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
          {choices.map(({ interval, intervalCount, orderAmount }) => {
            const value = `${interval}.${intervalCount}`;
            return (
              <label key={value}>
                <input type="radio" name="frequency" value={value} defaultChecked={chosen === value} />
                <Choice {...props} amount={orderAmount}>
                  {texts.every(interval, intervalCount, format.number(intervalCount))}
                </Choice>
              </label>
            );
          })}
          <label>
            <input type="radio" name="frequency" value="other" defaultChecked={chosen === "other"} />
            <Choice {...props} amount={other}>
              {texts.frequency.other}
            </Choice>
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
              max={MAX_INTERVAL_COUNT.DAY}
              defaultValue={refusal?.submitted.count ?? count}
            />
          )}
        </Field>
        <Field name="unit" label={texts.frequency.unit}>
          {(control) => (
            <select {...control} defaultValue={refusal?.submitted.unit ?? unit}>
              {Object.entries(texts.frequency.units).map(([interval, label]) => (
                <option key={interval} value={interval}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </FormPage>
  );
}

const Choice = ({
  portal,
  amount,
  children,
}: Pick<Props, "portal"> & { amount: string | null; children: ReactNode }) =>
  amount === null ? (
    children
  ) : (
    <span>
      {children}
      <br />
      <small>{portal.texts.edits.perOrder(amount)}</small>
    </span>
  );
