import type { ReactNode } from "react";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { Field, HiddenFields } from "~/features/customer-pages/portal-parts";
import type { LineChoice } from "~/features/portal/edits/line-choices.service.server";
import { toProductName } from "./cost-change";
import { Picture } from "./items";

/** Finds products by name: a shop may have thousands. */
export const SearchForm = ({
  portal,
  search,
  hidden,
}: {
  portal: PortalContext;
  search: string;
  hidden: Record<string, string | number | null>;
}) => (
  <form className="line" method="get">
    <HiddenFields values={hidden} />
    <Field name="q" label={portal.texts.oneTime.search}>
      {(control) => <input {...control} type="search" dir="auto" defaultValue={search} maxLength={100} />}
    </Field>
    <button type="submit" className="b2">
      {portal.texts.oneTime.find}
    </button>
  </form>
);

/** Products with the price of one piece and what each order costs with it; `children` is how one is chosen. */
export function ChoiceList({
  portal,
  choices,
  none,
  children,
}: {
  portal: PortalContext;
  choices: readonly LineChoice[];
  none: string;
  children(choice: LineChoice, name: string): ReactNode;
}) {
  const { edits } = portal.texts;
  return (
    <section className="card">
      {choices.length === 0 && <p>{none}</p>}
      <ul className="items">
        {choices.map((choice) => (
          <li key={choice.variantId}>
            <Picture src={choice.image} />
            <div className="what">
              <p dir="auto">
                <strong>{choice.title}</strong>
              </p>
              {choice.variant && <p dir="auto">{choice.variant}</p>}
              <p>
                {edits.each}: {choice.orderAmount}
              </p>
            </div>
            <span className="num">{choice.price}</span>
            <div className="many">{children(choice, toProductName(choice))}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
