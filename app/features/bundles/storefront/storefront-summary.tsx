import { compareMoney } from "~/lib/money";
import { ONE_TIME } from "./box-choice";
import type { BoxWalk } from "./box-groups";
import { toAmount, toEncouragement, toGroupTitle, toItemsText, toProblemText, toWayName } from "./box-labels";
import { isChosen, type PurchaseOption } from "./box-view";
import type { BoxWording, WrittenBox } from "./box-wording";

type Props = { view: WrittenBox; walk: BoxWalk | null };

/** Frequency, price and the button to continue: beside the products, on a phone below them. */
export function BoxSummary({ view, walk, isDone }: Props & { isDone: boolean }) {
  const { box } = view.wording;
  return (
    <div className="side">
      <Ways view={view} />
      <div className="card" id="box">
        <h2>{box.box}</h2>
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
          {box.update}
        </button>
        {isDone && <p className="dim">{box.complete}</p>}
      </div>
    </div>
  );
}

/** The main button: to the next step while there is one, then to the cart. */
function OnButton({ view: { bundle, wording }, walk }: Props) {
  const next = walk?.groups[walk.at + 1];
  if (walk && next)
    return (
      <button type="submit" className="go" name="to" value={walk.at + 2}>
        {wording.box.steps.next(wording.format.name(toGroupTitle(next, wording) ?? ""))}
      </button>
    );
  return (
    <button type="submit" className="go" name="go" value="1">
      {bundle.proceedToCheckoutButtonText ?? wording.box.go[bundle.bundleRedirect]}
    </button>
  );
}

const toSaving = (discount: string, { box, format }: BoxWording): string | null =>
  compareMoney(discount, "0") > 0 ? box.discount.save(format.percent(discount)) : null;

/** Every way to buy the box, with its price. */
function Ways({ view }: { view: WrittenBox }) {
  const { ways, wording } = view;
  if (ways.length === 1 && ways[0]?.frequency === null)
    return <input type="hidden" name="every" value={ONE_TIME} />;
  return (
    <fieldset>
      <legend>{wording.box.often.title}</legend>
      {ways.map((way, index) => {
        const saving = way.frequency && toSaving(way.frequency.discount, wording);
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
              <bdi>{toWayName(way.frequency, wording)}</bdi>
              {saving && <span className="save">{saving}</span>}
            </span>
            <span className="cost" data-live="">
              {toAmount(way.price.total, view)}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

type PurchaseOptionProps = { view: WrittenBox; way: PurchaseOption };

function Tiers({ view, way: { price } }: PurchaseOptionProps) {
  // Every box has the base discount: a tier that saves no more is not shown, since it is nothing to reach.
  const gains = view.bundle.tieredDiscount.filter(
    (tier) => compareMoney(tier.discount, view.bundle.discount) > 0,
  );
  if ((!price.tier && !price.nextTier) || gains.length === 0) return null;
  const { wording } = view;
  const { box, format } = wording;
  const cheer = toEncouragement(view.bundle, price, wording);
  return (
    <>
      <ul className="tiers" aria-label={box.discount.tiers}>
        {gains.map(({ quantity, discount }) => (
          <li key={quantity} data-on={quantity <= price.itemCount || undefined}>
            {box.discount.tier(format.number(quantity), format.percent(discount))}
          </li>
        ))}
      </ul>
      {cheer && <p className="cheer">{cheer}</p>}
    </>
  );
}

function Sums({ view, way: { price, frequency } }: PurchaseOptionProps) {
  const money = (amount: string) => toAmount(amount, view);
  const { wording } = view;
  const { box, texts, format } = wording;
  const isDiscounted = compareMoney(price.discount, "0") > 0;
  return (
    <dl className="sum">
      <div>
        <dt>{toItemsText(price.itemCount, wording)}</dt>
        <dd>{money(price.subtotal)}</dd>
      </div>
      {isDiscounted && (
        <div>
          <dt>{box.discount.saved}</dt>
          <dd>{money(`-${price.discount}`)}</dd>
        </div>
      )}
      {compareMoney(price.shippingDiscount, "0") > 0 && (
        <div>
          <dt>{box.discount.delivery}</dt>
          <dd>{format.percent(price.shippingDiscount)}</dd>
        </div>
      )}
      <div className="total">
        <dt>{frequency ? box.often.each : texts.next.total}</dt>
        <dd>
          {isDiscounted && (
            <del>
              <span className="hidden">
                {box.discount.before}
                {format.colon}
              </span>
              {money(price.subtotal)}
            </del>
          )}
          <span>{money(price.total)}</span>
        </dd>
      </div>
      {price.code !== null && (
        <div className="code">
          <dt>{box.discount.code}</dt>
          <dd dir="ltr">{price.code}</dd>
        </div>
      )}
    </dl>
  );
}

/** What is still missing, as a quiet note; after an attempt to continue, an alert at the top says it. */
function Missing({ view }: { view: WrittenBox }) {
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
            <strong>{toAmount(way.price.total, view)}</strong>{" "}
            <span className="dim">{toItemsText(way.price.itemCount, view.wording)}</span>
          </span>
        ))}
      </span>
      <OnButton view={view} walk={walk} />
    </div>
  );
}
