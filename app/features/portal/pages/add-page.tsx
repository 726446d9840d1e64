import type { ReactNode } from "react";
import { toVariantHandle } from "~/features/contracts/one-time-products/one-time-product";
import { HiddenFields, PageHeader } from "~/features/customer-pages/portal-parts";
import type { PortalProduct } from "~/features/portal/view/portal-contract.repo.server";
import { MAX_QUANTITY } from "~/lib/limits";
import { toVariantTitle } from "~/lib/variant-title";
import { SearchForm } from "./form-page";
import { Picture } from "./items";
import { type ContractPageProps, toAction, toView } from "./page-state";

type Props = ContractPageProps & {
  banner: ReactNode;
  products: readonly PortalProduct[];
  search: string;
  currencyCode: string;
  token: string | null;
};

/** Products to add to the next order only; found by name, since a shop may have thousands. */
export function AddPage(props: Props) {
  const { portal, contract, products, search } = props;
  const { oneTime, ...texts } = portal.texts;
  const added = new Set(contract.oneTime.map(({ variantId }) => variantId));
  return (
    <>
      <PageHeader
        title={oneTime.title}
        lead={contract.next ? oneTime.intro(contract.next.date.text) : undefined}
        back={{ href: toView(props), label: texts.back }}
      />
      {props.banner}
      <SearchForm
        portal={portal}
        search={search}
        hidden={{ contract: contract.id, view: "add", token: props.token }}
      />
      <section className="card">
        {products.length === 0 && <p>{oneTime.none}</p>}
        <ul className="items">
          {products.map((product) => (
            <li key={product.variantId}>
              <Picture src={product.image} />
              <div>
                <div className="what">
                  <p dir="auto">
                    <strong>{product.title}</strong>
                  </p>
                  {toVariantTitle(product.variantTitle) && (
                    <p dir="auto">{toVariantTitle(product.variantTitle)}</p>
                  )}
                </div>
                {added.has(product.variantId) && <span className="tag">{oneTime.added}</span>}
              </div>
              <span className="num">{portal.format.money(product.price, props.currencyCode)}</span>
              {!added.has(product.variantId) && <AddForm {...props} product={product} />}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Quantity and button; errors are shown beside the field. */
function AddForm({ product, ...props }: Props & { product: PortalProduct }) {
  const { portal, contract, refusal, search } = props;
  const { line, oneTime, add } = portal.texts;
  const isRefused = refusal?.submitted.variant === String(product.variantId);
  const error = isRefused ? refusal.fields.quantity : undefined;
  const id = error ? "f-quantity" : `f-quantity-${product.variantId}`;
  const name = [product.title, toVariantTitle(product.variantTitle)].filter(Boolean).join(", ");
  return (
    <form
      className="f many"
      method="post"
      action={toAction(props, "add-product", "add", search ? { q: search } : {})}
      noValidate
    >
      <HiddenFields
        values={{
          attempt: contract.next?.attemptId,
          variant: product.variantId,
          handle: toVariantHandle(product.handle, product.variantId),
        }}
      />
      <span>
        <input
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_QUANTITY}
          defaultValue={isRefused ? refusal.submitted.quantity : 1}
          aria-label={`${line.quantity}${portal.format.colon}${name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-e`}
        />
        <button type="submit" className="b2" aria-label={oneTime.addOne(name)}>
          {add}
        </button>
      </span>
      {error && (
        <span className="err" id={`${id}-e`}>
          {error}
        </span>
      )}
    </form>
  );
}
