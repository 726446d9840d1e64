import { DEFAULT_PORTAL_SETTINGS, type PortalSettings } from "~/features/portal-settings/portal-settings";
import { savePortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { db } from "~db/client.server";
import { BERLIN_ADDRESS } from "../data/addresses";
import { insertCatalogue } from "../data/catalogue";
import { inDaysAtNine } from "../data/days";
import {
  type ContractOverrides,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  type TestShop,
} from "../data/factories";
import { openPortal } from "./portal-pages";

/** A contract of five lines with three upcoming orders and a past one. */
export async function insertPlannedContract(shop: TestShop, overrides: ContractOverrides = {}) {
  const customer = overrides.customerId ?? (await insertCustomer(shop.id)).id;
  const catalogue = await insertCatalogue(shop.id, {
    products: Array.from({ length: 5 }, (_, index) => ({
      title: `Coffee ${index + 1}`,
      imageUrl: `https://images.example/coffee-${index + 1}.jpg`,
    })),
  });
  return insertContract(shop.id, {
    customerId: customer,
    currencyCode: "EUR",
    nextBillingDate: inDaysAtNine(10),
    deliveryAddress: BERLIN_ADDRESS,
    deliveryPrice: "4.90",
    paymentMethodId: await insertPaymentMethod(shop.id, customer, {
      brand: "visa",
      lastDigits: "4242",
      expiryMonth: 4,
      expiryYear: 2039,
    }),
    lines: catalogue.products.map((product, index) => ({
      title: `Coffee ${index + 1}`,
      productId: product.id,
      variantId: product.variantIds[0],
      currentPrice: "10.00",
    })),
    attempts: [
      { billingDate: inDaysAtNine(-20), status: "SUCCESS", orderName: "#1001", orderAmount: "54.90" },
      ...[10, 40, 70].map((days) => ({ billingDate: inDaysAtNine(days) })),
    ],
    ...overrides,
  });
}

/** Such a contract, and the portal opened on it. */
export const openContract = async (shop: TestShop, overrides: ContractOverrides = {}, language?: string) => {
  const contract = await insertPlannedContract(shop, overrides);
  const portal = await openPortal(shop, contract.customerId, language);
  return { contract, portal, page: await portal.get() };
};

/** The portal's default settings with these changes. */
export const saveSettings = (shop: TestShop, changes: Partial<PortalSettings>) =>
  savePortalSettings(db, shop.id, { ...DEFAULT_PORTAL_SETTINGS, ...changes, updatedAt: new Date() });

/** A day in the portal's format. */
export const dateText = (days: number, locale = "en-US") =>
  new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(inDaysAtNine(days).getUTCFullYear() !== new Date().getUTCFullYear() && { year: "numeric" }),
    timeZone: "UTC",
  }).format(inDaysAtNine(days));
