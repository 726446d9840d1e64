import { ONE_TIME, toFrequencyValue } from "~/features/bundles/box-choice";
import type { BoxView } from "~/features/bundles/box-view";
import { toEncouragement, toProblemText } from "~/features/bundles/box-words";
import { toFrequencyName } from "~/features/bundles/frequency-name";
import { formatMoney } from "~/lib/format";
import { compareMoney } from "~/lib/money";

/** How often, what it costs, and on: beside the products, below them on a phone. */
export function BoxSummary({ view, isDone }: { view: BoxView; isDone: boolean }) {
  return (
    <div className="side">
      <Frequencies view={view} />
      <div className="card" id="box">
        <h2>Your box</h2>
        <Tiers view={view} />
        <Sums view={view} />
        <Missing view={view} />
        <button type="submit" className="go" name="go" value="1">
          {toGoText(view)}
        </button>
        <button type="submit" className="again" formAction="#box">
          Update price
        </button>
        {isDone && <p className="dim">Your box is complete.</p>}
      </div>
    </div>
  );
}

const toGoText = ({ bundle }: BoxView): string =>
  bundle.proceedToCheckoutButtonText ??
  { CART: "Add to cart", CHECKOUT: "Go to checkout", CUSTOM: "Continue", NONE: "Finish box" }[
    bundle.bundleRedirect
  ];

const toSaving = (discount: string): string | null =>
  compareMoney(discount, "0") > 0 ? `Save ${discount} %` : null;

function Frequencies({ view: { bundle, choice } }: { view: BoxView }) {
  const { frequencies, allowOneTimePurchase } = bundle;
  if (frequencies.length === 0) return null;
  const chosen = choice.frequency ? toFrequencyValue(choice.frequency) : ONE_TIME;
  return (
    <fieldset>
      <legend>How often?</legend>
      {frequencies.map((frequency) => {
        const value = toFrequencyValue(frequency);
        const saving = toSaving(frequency.discount);
        return (
          <label key={value} className="choice">
            <input type="radio" name="every" value={value} defaultChecked={chosen === value} />
            <span>{toFrequencyName(frequency)}</span>
            {saving && <span className="save">{saving}</span>}
          </label>
        );
      })}
      {allowOneTimePurchase && (
        <label className="choice">
          <input type="radio" name="every" value={ONE_TIME} defaultChecked={chosen === ONE_TIME} />
          <span>Just this once</span>
        </label>
      )}
    </fieldset>
  );
}

function Tiers({ view }: { view: BoxView }) {
  const { price, bundle } = view;
  if (!price.tier && !price.nextTier) return null;
  const cheer = toEncouragement(view);
  return (
    <>
      <ul className="tiers" aria-label="Discounts by number of items">
        {bundle.tieredDiscount.map(({ quantity, discount }) => (
          <li key={quantity} data-on={quantity <= price.itemCount || undefined}>
            {quantity}+: {discount} %
          </li>
        ))}
      </ul>
      {cheer && <p className="cheer">{cheer}</p>}
    </>
  );
}

function Sums({ view: { price, currencyCode, choice } }: { view: BoxView }) {
  const money = (amount: string) => formatMoney(amount, currencyCode);
  const isDiscounted = compareMoney(price.discount, "0") > 0;
  return (
    <dl className="sum">
      <div>
        <dt>{price.itemCount === 1 ? "1 item" : `${price.itemCount} items`}</dt>
        <dd>{money(price.subtotal)}</dd>
      </div>
      {isDiscounted && (
        <div>
          <dt>You save</dt>
          <dd>−{money(price.discount)}</dd>
        </div>
      )}
      {compareMoney(price.shippingDiscount, "0") > 0 && (
        <div>
          <dt>Off delivery</dt>
          <dd>{price.shippingDiscount} %</dd>
        </div>
      )}
      <div className="total">
        <dt>{choice.frequency ? "Each time" : "Total"}</dt>
        <dd>
          {isDiscounted && (
            <del>
              <span className="hidden">before </span>
              {money(price.subtotal)}
            </del>
          )}
          {money(price.total)}
        </dd>
      </div>
    </dl>
  );
}

/** What is still to do, calmly; it becomes an alert above once the customer wants to go on. */
function Missing({ view }: { view: BoxView }) {
  const [problem] = view.problems;
  return problem && problem.code !== "empty" ? <p className="dim">{toProblemText(problem, view)}</p> : null;
}

/** On a phone the total and the way on stay in sight. */
export function BoxFoot({ view }: { view: BoxView }) {
  return (
    <div className="foot">
      <span>
        <strong>{formatMoney(view.price.total, view.currencyCode)}</strong>{" "}
        <span className="dim">{view.price.itemCount === 1 ? "1 item" : `${view.price.itemCount} items`}</span>
      </span>
      <button type="submit" className="go" name="go" value="1">
        {toGoText(view)}
      </button>
    </div>
  );
}
