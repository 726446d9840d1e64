import type { ReactNode } from "react";
import { ActionForm, Field, HiddenFields, PageHeader } from "~/features/customer-pages/portal-parts";
import type { CancelOfferView } from "~/features/portal/view/cancel-offer";
import { MAX_NOTE } from "~/lib/limits";
import { type ContractPageProps, toAction, toView } from "./page-state";

type Props = ContractPageProps & { banner: ReactNode };

/**
 * Shown instead of the first step while the agreed minimum of orders is not reached: when they can cancel, and a link
 * back.
 */
export function CancelLaterPage(props: Props & { missing: number }) {
  const { portal, missing, refusal } = props;
  const { back, cancel, refused } = portal.texts;
  // The banner of a refused attempt says the same.
  const lead = refusal ? undefined : refused.min_cycles;
  return (
    <>
      <PageHeader title={cancel.title} lead={lead} back={{ href: toView(props), label: back }} />
      {props.banner}
      <section className="card">
        <p>{cancel.afterMore(missing, portal.format.number(missing))}</p>
        <a className="b2" href={toView(props)}>
          {cancel.keep}
        </a>
      </section>
    </>
  );
}

/** First step: why. It changes nothing. */
export function CancelReasonPage(
  props: Props & { reasons: readonly { id: string; text: string }[]; token: string | null },
) {
  const { portal, contract, refusal } = props;
  const { cancel } = portal.texts;
  return (
    <>
      <PageHeader
        title={cancel.title}
        lead={portal.ownTexts.cancelIntro || cancel.intro}
        back={{ href: toView(props), label: portal.texts.back }}
      />
      {props.banner}
      <form className="card form" method="get">
        <HiddenFields values={{ contract: contract.id, view: "cancel", token: props.token }} />
        <fieldset className="f" id="f-reason">
          <legend>{cancel.why}</legend>
          <div className="pick">
            {props.reasons.map(({ id, text }) => (
              <label key={id} dir="auto">
                <input type="radio" name="reason" value={id} required />
                {text}
              </label>
            ))}
          </div>
          {refusal?.fields.reason && <span className="err">{refusal.fields.reason}</span>}
        </fieldset>
        <div className="pair">
          <button type="submit" className="b2">
            {cancel.continue}
          </button>
          <a className="b2" href={toView(props)}>
            {cancel.keep}
          </a>
        </div>
      </form>
    </>
  );
}

/** Second step: the offer for the reason, and beside it, equally large, the button to cancel. */
export function CancelConfirmPage(props: Props & { reason: string; offer: CancelOfferView | null }) {
  const { portal, contract, offer, refusal, reason } = props;
  const { cancel, texts } = { cancel: portal.texts.cancel, texts: portal.texts };
  return (
    <>
      <PageHeader
        title={offer ? cancel.offerTitle : cancel.confirmTitle}
        lead={contract.name}
        back={{ href: toView(props, "cancel"), label: texts.back }}
      />
      {props.banner}
      {offer && (
        <section className="card">
          <p>{toOfferText(offer, props)}</p>
          {offer.kind === "DISCOUNT" && offer.limits && <p className="muted">{offer.limits}</p>}
          <div className="pair">
            <OfferForm {...props} offer={offer} />
          </div>
        </section>
      )}
      <form
        className="card form"
        method="post"
        action={toAction(props, "cancel", "cancel", { reason })}
        noValidate
      >
        <HiddenFields values={{ version: contract.version, reason }} />
        {offer && <h2>{cancel.confirmTitle}</h2>}
        <p>
          {cancel.consequence} {contract.next && cancel.lastOrder(contract.next.date.text)}
        </p>
        <Field
          name="comment"
          label={cancel.comment}
          optional={texts.optional}
          error={refusal?.fields.comment}
        >
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              maxLength={MAX_NOTE}
              defaultValue={refusal?.submitted.comment}
            />
          )}
        </Field>
        <div className="pair">
          <button type="submit" className={offer ? "b" : "b2"}>
            {cancel.confirm}
          </button>
          <a className="b2" href={toView(props)}>
            {cancel.keep}
          </a>
        </div>
      </form>
    </>
  );
}

function toOfferText(offer: CancelOfferView, { portal }: Props): string {
  const { offer: texts } = portal.texts.cancel;
  if (offer.kind === "SKIP") return texts.SKIP(offer.date);
  return offer.kind === "PAUSE" ? texts.PAUSE : texts.DISCOUNT(offer.value);
}

/** Offers are taken with the same forms as elsewhere. */
function OfferForm(props: Props & { offer: CancelOfferView; reason: string }) {
  const { portal, contract, offer, reason } = props;
  const label = portal.texts.cancel.accept[offer.kind];
  const { version } = contract;
  const at = { reason };
  if (offer.kind === "SKIP")
    return (
      <ActionForm
        action={toAction(props, "skip", "cancel", at)}
        label={label}
        kind="b"
        fields={{ version, attempt: offer.attemptId, skip: "true" }}
      />
    );
  if (offer.kind === "PAUSE")
    return (
      <ActionForm
        action={toAction(props, "status", "cancel", at)}
        label={label}
        kind="b"
        fields={{ version, status: "PAUSED" }}
      />
    );
  return (
    <ActionForm
      action={toAction(props, "apply-code", "cancel", at)}
      label={label}
      kind="b"
      fields={{ version, code: offer.code }}
    />
  );
}
