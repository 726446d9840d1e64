import { createPortalContext, type PortalContext } from "~/features/customer-pages/portal-context";
import { toPortalResponse } from "~/features/customer-pages/portal-document.server";
import { ContractPage } from "~/features/portal/pages/contract-page";
import type { ContractView } from "~/features/portal/view/contract-view";
import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import { DAY_MS } from "~/lib/days";
import { addMoney, multiplyMoney } from "~/lib/money";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** A product of the shop, so that merchants see their own goods. */
export type SampleProduct = { title: string; price: string; image: string | null };

const DELIVERY = "4.90";
const FALLBACK: SampleProduct = { title: "—", price: "12.00", image: null };

/**
 * The portal as a customer would see it with these settings: the real page, with a made-up contract. None of its links
 * works.
 */
export function toPreview(
  shop: { name: string; timeZone: string; currencyCode: string },
  settings: PortalSettings,
  language: PortalLanguage,
  products: readonly SampleProduct[],
  now: Date,
): Response {
  const portal: PortalContext = {
    ...createPortalContext(
      shop,
      { ...settings, language, followsBrowser: false },
      {
        acceptLanguage: null,
        token: null,
        now,
      },
    ),
    href: () => "#main",
    action: () => "#main",
    shopUrl: "#main",
  };
  const contract = toSample(portal, shop.currencyCode, products.length > 0 ? products : [FALLBACK]);
  return toPortalResponse(portal, {
    title: contract.name,
    content: <ContractPage portal={portal} contract={contract} refusal={null} banner={null} failed={null} />,
    isFramed: true,
  });
}

function toSample(
  portal: PortalContext,
  currencyCode: string,
  products: readonly SampleProduct[],
): ContractView {
  const { format, texts } = portal;
  const money = (amount: string) => format.money(amount, currencyCode);
  const at = (days: number) => {
    const date = new Date(portal.now.getTime() + days * DAY_MS);
    return { day: format.day(date), text: format.date(date), relative: format.relativeDay(date) };
  };
  const lines = products.slice(0, 2).map((product, index) => ({ ...product, quantity: index + 1 }));
  const total = lines.reduce(
    (sum, { price, quantity }) => addMoney(sum, multiplyMoney(price, quantity)),
    DELIVERY,
  );
  return {
    id: 0,
    version: 1,
    isOneOfSeveral: false,
    status: "ACTIVE",
    name: lines.length > 1 ? `${lines[0]?.title} + 1` : (lines[0]?.title ?? ""),
    frequency: texts.every("MONTH", 1, "1"),
    interval: { unit: "MONTH", count: 1 },
    deliveryFrequency: null,
    next: { date: at(9), attemptId: 1 },
    later: [{ id: 2, date: at(40), isSkipped: false, oneTime: [] }],
    lines: lines.map(({ title, quantity, image, price }, index) => ({
      id: String(index),
      title,
      variant: null,
      quantity,
      image,
      attributes: [],
      fields: [],
      total: money(multiplyMoney(price, quantity)),
      isSkipped: false,
    })),
    oneTime: [],
    takesLines: true,
    canOrderNow: portal.isOn("order_now"),
    canAddProducts: portal.isOn("one_time_products"),
    sums: { delivery: money(DELIVERY), isDeliveryFree: false, discount: null, total: money(total) },
    discounts: [],
    delivery: { kind: "SHIPPING", lines: ["Ada Lovelace", "12 St James’s Square", "London"], address: null },
    paymentMethodId: null,
    payment: {
      title: `Visa ${texts.next.cardEnding("4242")}`,
      expiry: texts.next.expires(format.month(portal.now.getUTCFullYear() + 3, 4)),
      isExpired: false,
    },
    hasFailedPayment: false,
    email: "ada@customer.example",
    minCycles: null,
    past: [],
    pastTotal: 0,
  };
}
