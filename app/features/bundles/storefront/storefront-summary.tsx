import { toFrequencyName } from "~/features/bundles/rules/frequency-name";
import { ONE_TIME } from "~/features/bundles/storefront/box-choice";
import type { BoxWalk } from "~/features/bundles/storefront/box-groups";
import { toEncouragement, toItemsText, toProblemText } from "~/features/bundles/storefront/box-labels";
import { type BoxView, isChosen, type PurchaseOption } from "~/features/bundles/storefront/box-view";
import { formatMoney } from "~/lib/format";
import { compareMoney } from "~/lib/money";

type Props = { view: BoxView; walk: BoxWalk | null };

/** Frequency, price and the button to continue: beside the products, on a phone below them. */
export function BoxSummary({ view, walk, isDone }: Props & { isDone: boolean }) {
  return (
    <div className="side">
      <Ways view={view} />
      <div className="card" id="box">
        <h2>Your box</h2>
        <div data-live="">
          {view.ways.map((way, index) => (
            <div
              key={way.value}
              className={`way way-${index}`}
              data-chosen={isChosen(view, way) || undefined}
            >
              <Tiers view={view} way={way} />
              <Sums view={view} way={way} />
            </div>
          ))}
          <Missing view={view} />
        </div>
        <OnButton view={view} walk={walk} />
        <button type="submit" className="again" formAction="#box">
          Update price
        </button>
        {isDone && <p className="dim">Your box is complete.</p>}
      </div>
    </div>
  );
}

/** The main button: to the next step while there is one, then to the cart. */
function OnButton({ view: { bundle }, walk }: Props) {
  const next = walk?.groups[walk.at + 1];
  if (walk && next)
    return (
      <button type="submit" className="go" name="to" value={walk.at + 2}>
        Next: {next.title}
      </button>
    );
  return (
    <button type="submit" className="go" name="go" value="1">
      {bundle.proceedToCheckoutButtonText ??
        { CART: "Add to cart", CHECKOUT: "Go to checkout", CUSTOM: "Continue", NONE: "Finish box" }[
          bundle.bundleRedirect
        ]}
    </button>
  );
}

const toSaving = (discount: string): string | null =>
  compareMoney(discount, "0") > 0 ? `Save ${discount}%` : null;

/** Every way to buy the box, with its price. */
function Ways({ view }: { view: BoxView }) {
  const { ways, currencyCode } = view;
  if (ways.length === 1 && ways[0]?.frequency === null)
    return <input type="hidden" name="every" value={ONE_TIME} />;
  return (
    <fieldset>
      <legend>How often?</legend>
      {ways.map((way, index) => {
        const saving = way.frequency && toSaving(way.frequency.discount);
        return (
          <label key={way.value} className="choice">
            <input
              type="radio"
              id={`way-${index}`}
              name="every"
              value={way.value}
              defaultChecked={isChosen(view, way)}
            />
            <span className="name">
              {way.frequency ? toFrequencyName(way.frequency) : "Just this once"}
              {saving && <span className="save">{saving}</span>}
            </span>
            <span className="cost" data-live="">
              {formatMoney(way.price.total, currencyCode)}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

type PurchaseOptionProps = { view: BoxView; way: PurchaseOption };

function Tiers({ view, way: { price } }: PurchaseOptionProps) {
  if (!price.tier && !price.nextTier) return null;
  const cheer = toEncouragement(view.bundle, price);
  return (
    <>
      <ul className="tiers" aria-label="Discounts by number of items">
        {view.bundle.tieredDiscount.map(({ quantity, discount }) => (
          <li key={quantity} data-on={quantity <= price.itemCount || undefined}>
            {quantity}+: {discount}%
          </li>
        ))}
      </ul>
      {cheer && <p className="cheer">{cheer}</p>}
    </>
  );
}

function Sums({ view: { currencyCode }, way: { price, frequency } }: PurchaseOptionProps) {
  const money = (amount: string) => formatMoney(amount, currencyCode);
  const isDiscounted = compareMoney(price.discount, "0") > 0;
  return (
    <dl className="sum">
      <div>
        <dt>{toItemsText(price.itemCount)}</dt>
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
          <dd>{price.shippingDiscount}%</dd>
        </div>
      )}
      <div className="total">
        <dt>{frequency ? "Each time" : "Total"}</dt>
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
      {price.code !== null && (
        <div className="code">
          <dt>Discount code, added for you</dt>
          <dd>{price.code}</dd>
        </div>
      )}
    </dl>
  );
}

/** What is still missing, as a quiet note; after an attempt to continue it is an alert at the top. */
function Missing({ view }: { view: BoxView }) {
  const [problem] = view.problems;
  return problem && problem.code !== "empty" ? <p className="dim">{toProblemText(problem, view)}</p> : null;
}

/** On a phone, total and main button stay visible. */
export function BoxFoot({ view, walk }: Props) {
  return (
    <div className="foot">
      <span data-live="">
        {view.ways.map((way, index) => (
          <span key={way.value} className={`way way-${index}`} data-chosen={isChosen(view, way) || undefined}>
            <strong>{formatMoney(way.price.total, view.currencyCode)}</strong>{" "}
            <span className="dim">{toItemsText(way.price.itemCount)}</span>
          </span>
        ))}
      </span>
      <OnButton view={view} walk={walk} />
    </div>
  );
}
