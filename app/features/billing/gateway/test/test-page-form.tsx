import type { ReactNode } from "react";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { ActionForm, Field, PageHeader } from "~/features/customer-pages/portal-parts";
import { TEST_CARD_CHOICES } from "./test-cards";

export function TestPageLayout({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children?: ReactNode;
}) {
  return (
    <>
      <PageHeader title={title} lead={lead} />
      {children}
    </>
  );
}

/** The question of a bank that asks its customer to confirm a payment. */
export function BankQuestion(props: { portal: PortalContext; page: string; amount: string }) {
  const { portal, page, amount } = props;
  const action = portal.action({ "test-page": page, intent: "test-bank" });
  return (
    <TestPageLayout
      title={`Pay ${amount} to ${portal.shopName}?`}
      lead="Your bank wants to know that it is you."
    >
      <section className="card" aria-label="Your answer">
        <p>This page stands in for the bank of your customer. Card 3155 asks once, then pays.</p>
        <div className="pair">
          <ActionForm action={action} label={`Yes, pay ${amount}`} kind="b" fields={{ agrees: "yes" }} />
          <ActionForm action={action} label="No, don’t pay" kind="b2" fields={{ agrees: "no" }} />
        </div>
      </section>
    </TestPageLayout>
  );
}

/** Entry of another card, by its last digits, which decide how it behaves. */
export function CardQuestion(props: { portal: PortalContext; page: string; error?: string; typed?: string }) {
  const { portal, page, error, typed } = props;
  const action = portal.action({ "test-page": page, intent: "test-card" });
  return (
    <TestPageLayout title="Your new card" lead={portal.shopName}>
      <form className="card form" method="post" action={action} noValidate>
        <fieldset className="f">
          <legend>A card that …</legend>
          <div className="pick">
            {TEST_CARD_CHOICES.map(({ lastDigits, label }, index) => (
              <label key={lastDigits}>
                <input
                  type="radio"
                  name="lastDigits"
                  value={lastDigits}
                  defaultChecked={typed === undefined && index === 0}
                />
                <span>
                  {label} <small>•••• {lastDigits}</small>
                </span>
              </label>
            ))}
            <label>
              <input type="radio" name="lastDigits" value="other" defaultChecked={typed !== undefined} />
              has other last digits
            </label>
          </div>
        </fieldset>
        <Field name="other" label="Its last four digits" hint="Any that are not listed pay." error={error}>
          {(control) => (
            <input {...control} inputMode="numeric" maxLength={4} autoComplete="off" defaultValue={typed} />
          )}
        </Field>
        <div className="pair">
          <button type="submit" className="b">
            Use this card
          </button>
          <button type="submit" className="b2" name="leave" value="yes">
            Go back without a change
          </button>
        </div>
      </form>
    </TestPageLayout>
  );
}
