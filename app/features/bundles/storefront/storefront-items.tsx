import { type BoxRow, quantityName, variantName } from "~/features/bundles/storefront/box-choice";
import { type BoxWalk, toBoxGroups } from "~/features/bundles/storefront/box-groups";
import { toInvitation } from "~/features/bundles/storefront/box-labels";
import type { BoxOption, BoxSlot } from "~/features/bundles/storefront/box-slots";
import type { BoxView } from "~/features/bundles/storefront/box-view";
import { GroupCount } from "~/features/bundles/storefront/storefront-steps";
import { formatMoney } from "~/lib/format";

/** The products of a bundle's page, under their headings. */
export function BoxItems({ view, walk }: { view: BoxView; walk: BoxWalk | null }) {
  const { bundle } = view;
  const groups = walk ? walk.groups.slice(walk.at, walk.at + 1) : toBoxGroups(view);
  return (
    <div className={bundle.productViewStyle === "VIEW_DETAILS" ? "list cards" : "list"}>
      <h2>{toInvitation(view)}</h2>
      {groups.map((group) => (
        <section key={group.title} className="group">
          {group.title && (
            <div className="group-head">
              <h3>{group.title}</h3>
              {group.note && <span className="dim">{group.note}</span>}
              {group.section !== null && <GroupCount view={view} group={group} />}
            </div>
          )}
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
      {groups.length === 0 && <p className="note">This bundle is empty at the moment.</p>}
    </div>
  );
}

const toName = ({ title, variantTitle }: BoxOption): string =>
  variantTitle ? `${title}, ${variantTitle}` : title;

const findRows = ({ choice }: BoxView, { productId }: BoxSlot): BoxRow[] =>
  choice.rows.filter((row) => row.productId === productId);

function Picture({ option }: { option: BoxOption }) {
  return (
    <span className="pic">
      {option.image && <img src={option.image} alt="" width={72} height={72} loading="lazy" />}
    </span>
  );
}

function What({ option, view, named = true }: { option: BoxOption; view: BoxView; named?: boolean }) {
  return (
    <span className="what">
      <strong>{option.title}</strong>
      {named && option.variantTitle && <span className="dim">{option.variantTitle}</span>}
      <span className="price">{formatMoney(option.price, view.currencyCode)}</span>
      {!option.available && <span className="gone">Sold out</span>}
    </span>
  );
}

/** A fixed quantity of a product, with a choice of variant where there are several. */
function FixedItem({ slot, view }: { slot: BoxSlot; view: BoxView }) {
  const [row] = findRows(view, slot);
  if (!row) return null;
  const name = variantName(slot.productId);
  return (
    <li className="item">
      <Picture option={row.option} />
      <What option={row.option} view={view} named={slot.options.length === 1} />
      <span className="fixed">× {slot.quantity}</span>
      {slot.options.length > 1 && (
        <span className="kind">
          <label className="hidden" htmlFor={name}>
            Option for {row.option.title}
          </label>
          <select id={name} name={name} defaultValue={row.option.variantId}>
            {slot.options.map((option) => (
              <option
                key={option.variantId}
                value={option.variantId}
                disabled={view.bundle.trackInventory && !option.available}
              >
                {option.title === row.option.title ? (option.variantTitle ?? option.title) : toName(option)} ·{" "}
                {formatMoney(option.price, view.currencyCode)}
                {option.available ? "" : " (sold out)"}
              </option>
            ))}
          </select>
        </span>
      )}
    </li>
  );
}

function FlexibleItems({ slot, view }: { slot: BoxSlot; view: BoxView }) {
  const rows = findRows(view, slot);
  return rows.map((row) => <FlexibleItem key={row.option.variantId} row={row} view={view} />);
}

/**
 * A quantity with a button on each side. The buttons submit the form; the page comes back at this row, with the new
 * price.
 */
function FlexibleItem({ row, view }: { row: BoxRow; view: BoxView }) {
  const { productId, option, quantity } = row;
  const key = `${productId}.${option.variantId}`;
  const id = `i-${productId}-${option.variantId}`;
  const isClosed = view.bundle.trackInventory && !option.available;
  const name = toName(option);
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
          aria-label={`One less ${name}`}
        >
          −
        </button>
        <input
          type="number"
          name={quantityName(productId, option.variantId)}
          defaultValue={quantity}
          min={0}
          max={999}
          inputMode="numeric"
          aria-label={`How many: ${name}`}
          readOnly={isClosed}
        />
        <button
          type="submit"
          name="add"
          value={key}
          formAction={`#${id}`}
          disabled={isClosed}
          aria-label={`One more ${name}`}
        >
          +
        </button>
      </span>
    </li>
  );
}
