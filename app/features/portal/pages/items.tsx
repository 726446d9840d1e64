import type { PortalContext } from "~/features/customer-pages/portal-context";
import { ActionForm } from "~/features/customer-pages/portal-parts";
import type { LineView, OneTimeView } from "~/features/portal/view/contract-view";
import { type ContractPageProps, toAction, toView } from "./page-state";

const PICTURE = 56;

/** The box is fixed, so nothing moves when the picture comes; it says nothing that the title does not. */
export const Picture = ({ src }: { src: string | null }) =>
  src ? (
    <img className="pic" src={src} alt="" width={PICTURE} height={PICTURE} loading="lazy" />
  ) : (
    <span className="pic" />
  );

/** What the next order holds: the contract's lines, then what comes once. */
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
  const isOpen = contract.status !== "CANCELLED" && contract.status !== "EXPIRED";
  const mayChange =
    isOpen && (["quantity", "attributes", "skip_line"] as const).some((action) => portal.isOn(action));
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
          {line.attributes.map(({ key, value }) => (
            <p key={key} dir="auto">
              {key}: {value}
            </p>
          ))}
        </div>
        {line.isSkipped && <span className="tag">{texts.next.leftOut}</span>}
        {line.isSkipped && portal.isOn("skip_line") && isOpen && (
          <ActionForm
            action={toAction(page, "line-skip")}
            label={texts.putBack}
            name={`${texts.putBack}: ${line.title}`}
            kind="b3"
            fields={{ version: contract.version, line: line.id, skip: "false" }}
          />
        )}
        {mayChange && !line.isSkipped && (
          <a
            className="b3"
            href={toView(page, "line", { line: line.id })}
            aria-label={`${toEditLabel(portal)}: ${line.title}`}
          >
            {toEditLabel(portal)}
          </a>
        )}
      </div>
      <span className="num">{line.isSkipped ? "–" : line.total}</span>
    </li>
  );
}

/** What a line's own page is for, as far as the shop leaves it switched on. */
function toEditLabel({ isOn, texts }: PortalContext): string {
  if (isOn("quantity")) return isOn("attributes") ? texts.editLine : texts.action.quantity;
  return isOn("attributes") ? texts.action.attributes : texts.action.skip_line;
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
        {portal.isOn("one_time_products") && (
          <ActionForm
            action={toAction(page, "remove-product")}
            label={texts.remove}
            name={`${texts.remove}: ${product.title}`}
            kind="b3"
            fields={{ variant: product.variantId, attempt: product.attemptId }}
          />
        )}
      </div>
      <span className="num">{product.total}</span>
    </li>
  );
}
