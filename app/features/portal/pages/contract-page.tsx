import type { ReactNode } from "react";
import type { FailedOrder } from "~/features/billing/hosted/failed-orders.repo.server";
import { ActionForm, Field, PageHeader } from "~/features/customer-pages/portal-parts";
import type { OneTimeView } from "~/features/portal/view/contract-view";
import { FailedNote } from "./failed-note";
import { ProductRemoval } from "./items";
import { NextOrder } from "./next-order";
import { OrderList } from "./orders-page";
import { type ContractPageProps, toAction, toView } from "./page-state";

/** One contract: its next order first, then everything else that can be changed, cancelling at the end. */
export function ContractPage({
  banner,
  failed,
  ...page
}: ContractPageProps & { banner: ReactNode; failed: FailedOrder | null }) {
  const { portal, contract } = page;
  const { texts } = portal;
  const isRunning = contract.status === "ACTIVE";
  const isOpen = isRunning || contract.status === "PAUSED" || contract.status === "FAILED";
  return (
    <>
      <PageHeader
        title={contract.name}
        tag={isRunning ? undefined : texts.status[contract.status]}
        lead={contract.frequency}
        back={
          contract.isOneOfSeveral
            ? { href: portal.href({ view: "list" }), label: texts.backToList }
            : undefined
        }
      />
      {banner}
      {failed && <FailedNote portal={portal} order={failed} />}
      {portal.ownTexts.welcome && isRunning && (
        <p className="lead" dir="auto">
          {portal.ownTexts.welcome}
        </p>
      )}
      <NextOrder {...page} />
      {isOpen && <Manage {...page} />}
      {contract.past.length > 0 && (
        <section className="card" aria-labelledby="past">
          <h2 id="past">{texts.orders.title}</h2>
          <OrderList {...page} orders={contract.past} />
          {contract.pastTotal > contract.past.length && (
            <a className="b3" href={toView(page, "orders")}>
              {texts.orders.all}
            </a>
          )}
        </section>
      )}
      {isOpen && portal.isOn("cancel") && (
        <p>
          <a className="b3" href={toView(page, "cancel")}>
            {texts.action.cancel}
          </a>
        </p>
      )}
    </>
  );
}

function Manage(page: ContractPageProps) {
  const { portal, contract } = page;
  const { texts } = portal;
  return (
    <section className="card" aria-labelledby="manage">
      <h2 id="manage">{texts.manage}</h2>
      <ul className="rows">
        <li>
          <div>
            <span>{contract.frequency}</span>{" "}
            {contract.deliveryFrequency && (
              <small>{texts.next.deliveredEvery(contract.deliveryFrequency)}</small>
            )}
          </div>
          {portal.isOn("frequency") && (
            <a className="b3" href={toView(page, "frequency")} aria-label={texts.action.frequency}>
              {texts.change}
            </a>
          )}
        </li>
        {portal.isOn("change_plan") && (
          <li>
            <a className="b3" href={toView(page, "plan")}>
              {texts.action.change_plan}
            </a>
          </li>
        )}
        {contract.later.map((order) => (
          <li key={order.id}>
            <div>
              <small>{order.isSkipped ? texts.later.skipped : texts.later.title}</small>{" "}
              <time dateTime={order.date.day}>{order.date.text}</time>
              {order.oneTime.map((product) => (
                <LaterProduct key={product.variantId} product={product} {...page} />
              ))}
            </div>
            {portal.isOn("skip") && (
              <ActionForm
                action={toAction(page, "skip")}
                label={order.isSkipped ? texts.later.unskip : texts.action.skip}
                name={`${order.isSkipped ? texts.later.unskip : texts.action.skip}${portal.format.colon}${order.date.text}`}
                kind="b3"
                fields={{ version: contract.version, attempt: order.id, skip: String(!order.isSkipped) }}
              />
            )}
          </li>
        ))}
        {contract.discounts.map((discount) => (
          <li key={discount.id}>
            <div>
              <span dir="auto">{discount.title}</span> <small>{discount.value}</small>
            </div>
            {discount.code !== null && portal.isOn("discount_code") && (
              <ActionForm
                action={toAction(page, "remove-code")}
                label={texts.remove}
                name={`${texts.remove}${portal.format.colon}${discount.title}`}
                kind="b3"
                fields={{ version: contract.version, discount: discount.id }}
              />
            )}
          </li>
        ))}
        {contract.takesLines && portal.isOn("add_line") && (
          <li>
            <a className="b3" href={toView(page, "add-line")}>
              {texts.action.add_line}
            </a>
          </li>
        )}
        {contract.canAddProducts && (
          <li>
            <a className="b3" href={toView(page, "add")}>
              {texts.action.one_time_products}
            </a>
          </li>
        )}
      </ul>
      {portal.isOn("discount_code") && <CodeForm {...page} />}
    </section>
  );
}

/** A one-time product of a later order. */
function LaterProduct({ product, ...page }: ContractPageProps & { product: OneTimeView }) {
  const { texts, format } = page.portal;
  return (
    <div>
      <span dir="auto">{[product.title, product.variant].filter(Boolean).join(", ")}</span>{" "}
      <small>
        {texts.next.once} · {texts.quantityOf(format.number(product.quantity))} · {product.total}
      </small>{" "}
      <ProductRemoval product={product} {...page} />
    </div>
  );
}

function CodeForm(page: ContractPageProps) {
  const { portal, contract, refusal } = page;
  const { texts } = portal;
  if (portal.settings.forbidsSecondCode && contract.discounts.some(({ code }) => code !== null)) return null;
  return (
    <form className="line" method="post" action={toAction(page, "apply-code")}>
      <input type="hidden" name="version" value={contract.version} />
      <Field name="code" label={texts.discount.title} error={refusal?.fields.code}>
        {(control) => (
          <input
            {...control}
            defaultValue={refusal?.submitted.code}
            maxLength={255}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <button type="submit" className="b2">
        {texts.discount.apply}
      </button>
    </form>
  );
}
