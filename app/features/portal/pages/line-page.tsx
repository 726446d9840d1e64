import type { ReactNode } from "react";
import { ActionForm, Field, HiddenFields, PageHeader } from "~/features/customer-pages/portal-parts";
import type { LineView } from "~/features/portal/view/contract-view";
import { writeAttribute } from "~/features/portal-settings/attribute-fields";
import { MAX_ATTRIBUTE_KEY, MAX_ATTRIBUTE_VALUE, MAX_QUANTITY } from "~/lib/limits";
import { Picture } from "./items";
import { type ContractPageProps, toAction, toLineActions, toView } from "./page-state";

type Props = ContractPageProps & { banner: ReactNode; line: LineView };

/** One line of the contract: quantity, attributes, and whether it is in the next order. */
export function LinePage(props: Props) {
  const { portal, contract, line } = props;
  const { texts } = portal;
  const at = { line: line.id };
  const { maySwap, mayRemove } = toLineActions(props);
  return (
    <>
      <PageHeader
        title={line.title}
        lead={line.variant ?? contract.frequency}
        back={{ href: toView(props), label: texts.back }}
      />
      {props.banner}
      {portal.isOn("quantity") && (
        <form className="card" method="post" action={toAction(props, "quantity", "line", at)} noValidate>
          <HiddenFields values={{ version: contract.version, ...at }} />
          <Picture src={line.image} />
          <Field
            name="quantity"
            label={texts.line.quantity}
            hint={texts.line.quantityHint}
            error={props.refusal?.fields.quantity}
          >
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={1}
                max={Math.max(MAX_QUANTITY, line.quantity)}
                defaultValue={props.refusal?.submitted.quantity ?? line.quantity}
                required
              />
            )}
          </Field>
          <button type="submit" className="b">
            {texts.action.quantity}
          </button>
        </form>
      )}
      {portal.isOn("skip_line") && contract.status === "ACTIVE" && (
        <section className="card" aria-labelledby="skip-title">
          <h2 id="skip-title">{texts.line.skipTitle}</h2>
          <p>{texts.line.skipHint}</p>
          <ActionForm
            action={toAction(props, "line-skip", "line", at)}
            label={texts.action.skip_line}
            fields={{ version: contract.version, ...at, skip: "true" }}
          />
        </section>
      )}
      {portal.isOn("attributes") && <Details {...props} />}
      {(maySwap || mayRemove) && (
        <div className="pair">
          {maySwap && (
            <a className="b2" href={toView(props, "swap", at)}>
              {texts.action.swap_line}
            </a>
          )}
          {mayRemove && (
            <a className="b2" href={toView(props, "remove", at)}>
              {texts.action.remove_line}
            </a>
          )}
        </div>
      )}
    </>
  );
}

/** The line's attributes: the shop's attribute fields, else all of them under their own names. */
function Details(props: Props) {
  const { portal, contract, line } = props;
  const { texts } = portal;
  const at = { line: line.id };
  return (
    <form className="card form" method="post" action={toAction(props, "attributes", "line", at)} noValidate>
      <HiddenFields values={{ version: contract.version, ...at }} />
      <h2>{texts.line.details}</h2>
      {line.fields.length > 0 ? <AskedDetails {...props} /> : <OwnDetails {...props} />}
      <button type="submit" className="b2">
        {texts.save}
      </button>
    </form>
  );
}

/** A field for each of the shop's attribute fields; other attributes of the line stay, read-only. */
function AskedDetails({ portal, line, refusal }: Props) {
  const { texts } = portal;
  const others = line.attributes.filter(({ key }) => !line.fields.some(({ name }) => name === key));
  return (
    <>
      {line.fields.map((field, index) => {
        const name = `value-${index}`;
        const stored = line.attributes.find(({ key }) => key === field.name)?.value ?? "";
        const value = refusal?.submitted[name] ?? stored;
        // A stored value that is no longer among the choices stays.
        const isOffered = stored === "" || field.choices.some((choice) => choice.value === stored);
        const choices = isOffered ? field.choices : [{ value: stored, label: stored }, ...field.choices];
        return (
          <div key={field.name}>
            <HiddenFields values={{ [`key-${index}`]: field.name }} />
            <Field
              name={name}
              label={field.label}
              hint={field.help || undefined}
              optional={field.isRequired ? undefined : texts.optional}
              error={refusal?.fields[name]}
            >
              {(control) =>
                field.choices.length > 0 ? (
                  <select {...control} defaultValue={value} required={field.isRequired}>
                    <option value="">–</option>
                    {choices.map((choice) => (
                      <option key={choice.value} value={choice.value}>
                        {choice.label}
                      </option>
                    ))}
                  </select>
                ) : (
                  <input
                    {...control}
                    dir="auto"
                    maxLength={Math.max(field.maxLength ?? MAX_ATTRIBUTE_VALUE, stored.length)}
                    defaultValue={value}
                    required={field.isRequired}
                  />
                )
              }
            </Field>
          </div>
        );
      })}
      {others.map(({ key, value }, index) => {
        const row = line.fields.length + index;
        return (
          <p key={key} dir="auto" className="small muted">
            <HiddenFields values={{ [`key-${row}`]: key, [`value-${row}`]: value }} />
            {writeAttribute({ key, value }, [], portal.format.colon)}
          </p>
        );
      })}
    </>
  );
}

/** A field for each attribute; the fields for another one are in a disclosure. */
function OwnDetails({ portal, line, refusal }: Props) {
  const { texts } = portal;
  const cell = (index: number, part: "key" | "value", label: string) => {
    const name = `${part}-${index}`;
    return (
      <Field name={name} label={label} error={refusal?.fields[name]}>
        {(control) => (
          <input
            {...control}
            dir="auto"
            maxLength={part === "key" ? MAX_ATTRIBUTE_KEY : MAX_ATTRIBUTE_VALUE}
            defaultValue={refusal?.submitted[name] ?? line.attributes[index]?.[part] ?? ""}
          />
        )}
      </Field>
    );
  };
  const added = line.attributes.length;
  const isAdding = added === 0 || refusal?.submitted[`key-${added}`] || refusal?.submitted[`value-${added}`];
  return (
    <>
      {line.attributes.map(({ key }, index) => (
        <div key={key}>
          <HiddenFields values={{ [`key-${index}`]: key }} />
          {cell(index, "value", key)}
        </div>
      ))}
      {added > 0 && <p className="small muted">{texts.line.detailsHint}</p>}
      <details open={Boolean(isAdding)}>
        <summary className="b3">{texts.line.addDetail}</summary>
        <div className="two">
          {cell(added, "key", texts.line.name)}
          {cell(added, "value", texts.line.value)}
        </div>
      </details>
    </>
  );
}
