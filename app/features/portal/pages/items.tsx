import { isOver } from "~/features/contracts/change/contract-transitions";
import { ActionForm } from "~/features/customer-pages/portal-parts";
import type { LineView, OneTimeView } from "~/features/portal/view/contract-view";
import { writeAttribute } from "~/features/portal-settings/attribute-fields";
import { type ContractPageProps, toAction, toLineActions, toView } from "./page-state";

const PICTURE = 56;

/**
 * The box has a fixed size, so that nothing moves when the picture loads; it has no alternative text beside the title.
 */
export const Picture = ({ src }: { src: string | null }) =>
  src ? (
    <img className="pic" src={src} alt="" width={PICTURE} height={PICTURE} loading="lazy" />
  ) : (
    <span className="pic" />
  );

/** Contents of the next order: the contract's lines, then one-time products. */
export function Items(page: ContractPageProps) {
  const { contract } = page;
  return (
    <ul className="items">
      {contract.lines.map((line) => (
        <LineItem key={line.id} line={line} {...page} />
      ))}
      {contract.oneTime.map((product) => (
        <OneTimeItem key={product.variantId} product={product} {...page} />
      ))}
    </ul>
  );
}

function LineItem({ line, ...page }: ContractPageProps & { line: LineView }) {
  const { portal, contract } = page;
  const { texts } = portal;
  const isOpen = !isOver(contract.status);
  const label = isOpen && !line.isSkipped ? toEditLabel(page) : null;
  return (
    <li className={line.isSkipped ? "out" : undefined}>
      <Picture src={line.image} />
      <div>
        <div className="what">
          <p dir="auto">
            <strong>{line.title}</strong>
          </p>
          {line.variant && <p dir="auto">{line.variant}</p>}
          <p>{texts.quantityOf(portal.format.number(line.quantity))}</p>
          {line.attributes.map((attribute) => (
            <p key={attribute.key} dir="auto">
              {writeAttribute(attribute, line.fields, portal.format.colon)}
            </p>
          ))}
        </div>
        {line.isSkipped && <span className="tag">{texts.next.leftOut}</span>}
        {line.isSkipped && portal.isOn("skip_line") && isOpen && (
          <ActionForm
            action={toAction(page, "line-skip")}
            label={texts.putBack}
            name={`${texts.putBack}${portal.format.colon}${line.title}`}
            kind="b3"
            fields={{ version: contract.version, line: line.id, skip: "false" }}
          />
        )}
        {label && (
          <a
            className="b3"
            href={toView(page, "line", { line: line.id })}
            aria-label={`${label}${portal.format.colon}${line.title}`}
          >
            {label}
          </a>
        )}
      </div>
      <span className="num">{line.isSkipped ? "–" : line.total}</span>
    </li>
  );
}

/** Label of the link to a line's own page, by the actions that the shop has switched on; null: no link. */
function toEditLabel({ portal, contract }: ContractPageProps): string | null {
  const { isOn, texts } = portal;
  const { mayRemove, maySwap } = toLineActions({ portal, contract });
  if (mayRemove || maySwap) {
    const isAlone = !(["quantity", "attributes", "skip_line"] as const).some(isOn);
    if (isAlone && mayRemove !== maySwap) return texts.action[maySwap ? "swap_line" : "remove_line"];
    return texts.change;
  }
  if (isOn("quantity")) return isOn("attributes") ? texts.editLine : texts.action.quantity;
  if (isOn("attributes")) return texts.action.attributes;
  return isOn("skip_line") ? texts.action.skip_line : null;
}

function OneTimeItem({ product, ...page }: ContractPageProps & { product: OneTimeView }) {
  const { portal } = page;
  const { texts } = portal;
  return (
    <li>
      <Picture src={product.image} />
      <div>
        <div className="what">
          <p dir="auto">
            <strong>{product.title}</strong>
          </p>
          {product.variant && <p dir="auto">{product.variant}</p>}
          {product.quantity > 1 && <p>{texts.quantityOf(portal.format.number(product.quantity))}</p>}
        </div>
        <span className="tag">{texts.next.once}</span>
        <ProductRemoval product={product} {...page} />
      </div>
      <span className="num">{product.total}</span>
    </li>
  );
}

/** The button that takes a one-time product off its order. */
export function ProductRemoval({ product, ...page }: ContractPageProps & { product: OneTimeView }) {
  const { isOn, texts, format } = page.portal;
  return (
    isOn("one_time_products") && (
      <ActionForm
        action={toAction(page, "remove-product")}
        label={texts.remove}
        name={`${texts.remove}${format.colon}${product.title}`}
        kind="b3"
        fields={{ variant: product.variantId, attempt: product.attemptId }}
      />
    )
  );
}
