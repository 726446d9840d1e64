import { MAX_QUANTITY } from "~/lib/limits";
import { type BoxRow, quantityName, variantName } from "./box-choice";
import { type BoxGroup, type BoxWalk, toBoxGroups } from "./box-groups";
import { toAmount, toGroupTitle, toInvitation, toRangeText, toVarietyText } from "./box-labels";
import type { BoxOption, BoxSlot } from "./box-slots";
import type { WrittenBox } from "./box-wording";
import { GroupCount } from "./storefront-steps";

/** The products of a bundle's page, under their headings. */
export function BoxItems({ view, walk }: { view: WrittenBox; walk: BoxWalk | null }) {
  const { bundle, wording } = view;
  const variety = toVarietyText(view);
  const groups = walk ? walk.groups.slice(walk.at, walk.at + 1) : toBoxGroups(view);
  return (
    <div className={bundle.productViewStyle === "VIEW_DETAILS" ? "list cards" : "list"}>
      <div>
        <h2 dir="auto">{toInvitation(view)}</h2>
        {variety && <p className="dim">{variety}</p>}
      </div>
      {groups.map((group) => (
        <section key={group.title} className="group">
          <GroupHead view={view} group={group} />
          <ul className="items">
            {group.slots.map((slot) =>
              bundle.selectionType === "FIXED" ? (
                <FixedItem key={slot.productId} slot={slot} view={view} />
              ) : (
                <FlexibleItems key={slot.productId} slot={slot} view={view} />
              ),
            )}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className="note">{wording.box.nothing}</p>}
    </div>
  );
}

function GroupHead({ view, group }: { view: WrittenBox; group: BoxGroup }) {
  const { wording } = view;
  const title = toGroupTitle(group, wording);
  const range = group.range && toRangeText(group.range, wording);
  if (!title) return null;
  return (
    <div className="group-head">
      <h3 dir="auto">{title}</h3>
      {range && <span className="dim">{range}</span>}
      {group.section !== null && <GroupCount view={view} group={group} />}
    </div>
  );
}

const toName = ({ title, variantTitle }: BoxOption): string =>
  variantTitle ? `${title}, ${variantTitle}` : title;

const findRows = ({ choice }: WrittenBox, { productId }: BoxSlot): BoxRow[] =>
  choice.rows.filter((row) => row.productId === productId);

function Picture({ option }: { option: BoxOption }) {
  return (
    <span className="pic">
      {option.image && <img src={option.image} alt="" width={72} height={72} loading="lazy" />}
    </span>
  );
}

function What({ option, view, named = true }: { option: BoxOption; view: WrittenBox; named?: boolean }) {
  return (
    <span className="what">
      <strong dir="auto">{option.title}</strong>
      {named && option.variantTitle && (
        <span className="dim" dir="auto">
          {option.variantTitle}
        </span>
      )}
      <span className="price">{toAmount(option.price, view)}</span>
      {!option.available && <span className="gone">{view.wording.box.item.soldOut}</span>}
    </span>
  );
}

/** A fixed quantity of a product, with a choice of variant where there are several. */
function FixedItem({ slot, view }: { slot: BoxSlot; view: WrittenBox }) {
  const [row] = findRows(view, slot);
  if (!row) return null;
  const name = variantName(slot.productId);
  const { box, format } = view.wording;
  return (
    <li className="item">
      <Picture option={row.option} />
      <What option={row.option} view={view} named={slot.options.length === 1} />
      <span className="fixed">× {format.number(slot.quantity)}</span>
      {slot.options.length > 1 && (
        <span className="kind">
          <label className="hidden" htmlFor={name}>
            {box.item.optionFor(row.option.title)}
          </label>
          <select id={name} name={name} defaultValue={row.option.variantId}>
            {slot.options.map((option) => (
              <option
                key={option.variantId}
                value={option.variantId}
                disabled={view.bundle.trackInventory && !option.available}
              >
                {format.name(
                  option.title === row.option.title ? (option.variantTitle ?? option.title) : toName(option),
                )}{" "}
                · {toAmount(option.price, view)}
                {option.available ? "" : ` (${box.item.soldOut})`}
              </option>
            ))}
          </select>
        </span>
      )}
    </li>
  );
}

function FlexibleItems({ slot, view }: { slot: BoxSlot; view: WrittenBox }) {
  const rows = findRows(view, slot);
  return rows.map((row) => <FlexibleItem key={row.option.variantId} row={row} view={view} />);
}

/**
 * A quantity with a button on each side. The buttons submit the form; the page comes back at this row, with the new
 * price.
 */
function FlexibleItem({ row, view }: { row: BoxRow; view: WrittenBox }) {
  const { productId, option, quantity } = row;
  const key = `${productId}.${option.variantId}`;
  const id = `i-${productId}-${option.variantId}`;
  const isClosed = view.bundle.trackInventory && !option.available;
  const name = toName(option);
  const { item } = view.wording.box;
  return (
    <li className="item" id={id}>
      <Picture option={option} />
      <What option={option} view={view} />
      <span className="step">
        <button
          type="submit"
          name="less"
          value={key}
          formAction={`#${id}`}
          disabled={quantity === 0}
          aria-label={item.less(name)}
        >
          −
        </button>
        <input
          type="number"
          name={quantityName(productId, option.variantId)}
          defaultValue={quantity}
          min={0}
          max={MAX_QUANTITY}
          inputMode="numeric"
          aria-label={item.howMany(name)}
          readOnly={isClosed}
        />
        <button
          type="submit"
          name="add"
          value={key}
          formAction={`#${id}`}
          disabled={isClosed}
          aria-label={item.more(name)}
        >
          +
        </button>
      </span>
    </li>
  );
}
