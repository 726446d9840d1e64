import type { PortalContext } from "~/features/customer-pages/portal-context";
import { Field, HiddenFields, PageHeader } from "~/features/customer-pages/portal-parts";
import type { ReferralTexts } from "~/features/referrals/texts/referral-texts";
import type { ReferralTextOverrides } from "~db/schema/referrals";

export type LandingRefusal = keyof ReferralTexts["landing"]["refused"];

type Props = {
  texts: ReferralTexts;
  offerTexts: Pick<Required<ReferralTextOverrides>, "headline" | "offer">;
  /** What the offer is limited to; empty without limits. */
  limits: string;
  /** Name of the referrer; empty when unknown. */
  from: string;
  token: string;
  email?: string;
  refusal?: LandingRefusal;
};

/** The offer in a sentence, and one field. */
export function LandingPage({ texts: { landing }, offerTexts, limits, from, token, email, refusal }: Props) {
  return (
    <>
      <PageHeader title={offerTexts.headline} lead={from ? landing.from(from) : undefined} />
      {refusal && refusal !== "invalid_email" && (
        <div className="note no" role="alert">
          <p>
            <strong>{landing.refused[refusal]}</strong>
          </p>
        </div>
      )}
      <form className="card form" method="post" noValidate>
        <p className="when" dir="auto">
          {offerTexts.offer}
        </p>
        {limits && <p className="muted">{limits}</p>}
        <HiddenFields values={{ token }} />
        <Field
          name="email"
          label={landing.email}
          hint={landing.terms}
          error={refusal === "invalid_email" ? landing.refused.invalid_email : undefined}
        >
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="email"
              inputMode="email"
              required
              maxLength={254}
              defaultValue={email}
            />
          )}
        </Field>
        <button type="submit" className="b">
          {landing.submit}
        </button>
      </form>
    </>
  );
}

/** Shows the code. */
export function AcceptedPage(props: {
  portal: Pick<PortalContext, "format">;
  texts: ReferralTexts;
  code: string;
  endsAt: Date | null;
  shopUrl: string;
}) {
  const { landing } = props.texts;
  return (
    <>
      <PageHeader title={landing.doneTitle} />
      <section className="card" aria-labelledby="code">
        <h2 id="code">{landing.code}</h2>
        <p className="code" role="status">
          {props.code}
        </p>
        <p>
          {landing.done} {landing.mailed}
        </p>
        {props.endsAt && <p className="muted">{landing.until(props.portal.format.pastDate(props.endsAt))}</p>}
        <a className="b" href={props.shopUrl}>
          {landing.toShop}
        </a>
      </section>
    </>
  );
}

/**
 * Shown after the form where codes come by mail only. Everybody gets the same page, so its text must be true for
 * everybody.
 */
export const MailedPage = ({ texts: { landing }, shopUrl }: { texts: ReferralTexts; shopUrl: string }) => (
  <>
    <PageHeader title={landing.mailedTitle} />
    <section className="card">
      <p role="status">{landing.mailedText}</p>
      <a className="b" href={shopUrl}>
        {landing.toShop}
      </a>
    </section>
  </>
);

/** Shown when there is no offer to accept, with the reason in a sentence. */
export const ClosedPage = ({
  texts: { landing },
  reason,
}: {
  texts: ReferralTexts;
  reason: LandingRefusal;
}) => <PageHeader title={landing.closedTitle} lead={landing.refused[reason]} />;
