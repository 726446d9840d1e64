import type { ReactNode } from "react";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { Picture } from "~/features/portal/pages/items";
import { toProductName } from "./cost-change";
import type { LineChoice } from "./line-choices.service.server";

/** Products with their unit price and the cost of each order with them; `children` is the control to choose one. */
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
                {edits.each}
                {portal.format.colon}
                {choice.orderAmount}
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
