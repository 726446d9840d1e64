import type { ReactNode } from "react";
import type { PortalProduct } from "~/features/portal/portal-contract.repo.server";
import { ActionForm, Field, HiddenFields, PageHead } from "~/features/portal/portal-parts";
import { Picture } from "./items";
import { type ContractPageProps, toAction, toView } from "./page-state";

/** Products to add once to the next order; found by name, since a shop may have thousands. */
export function AddPage(
  props: ContractPageProps & {
    notice: ReactNode;
    products: readonly PortalProduct[];
    search: string;
    currencyCode: string;
    token: string | null;
  },
) {
  const { frame, contract, products, search } = props;
  const { oneTime, ...texts } = frame.texts;
  const added = new Set(contract.oneTime.map(({ variantId }) => variantId));
  return (
    <>
      <PageHead
        title={oneTime.title}
        lead={contract.next ? oneTime.intro(contract.next.date.text) : undefined}
        back={{ href: toView(props), label: texts.back }}
      />
      {props.notice}
      <form className="line" method="get">
        <HiddenFields values={{ contract: contract.id, view: "add", token: props.token }} />
        <Field name="q" label={oneTime.search}>
          {(control) => <input {...control} type="search" dir="auto" defaultValue={search} maxLength={100} />}
        </Field>
        <button type="submit" className="b2">
          {oneTime.find}
        </button>
      </form>
      <section className="card">
        {products.length === 0 && <p>{oneTime.none}</p>}
        <ul className="items">
          {products.map((product) => (
            <li key={product.variantId}>
              <Picture src={product.image} />
              <div className="what">
                <p dir="auto">
                  <strong>{product.title}</strong>
                </p>
                {product.variantTitle !== "Default Title" && <p dir="auto">{product.variantTitle}</p>}
                <p className="num">{frame.format.money(product.price, props.currencyCode)}</p>
              </div>
              {added.has(product.variantId) ? (
                <span className="tag">{oneTime.added}</span>
              ) : (
                <ActionForm
                  action={toAction(props, "add-product", "add")}
                  label={texts.add}
                  name={oneTime.addOne([product.title, product.variantTitle].filter(Boolean).join(", "))}
                  fields={{
                    attempt: contract.next?.attemptId,
                    variant: product.variantId,
                    handle: product.handle,
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
