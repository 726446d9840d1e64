import { createHash, randomUUID } from "node:crypto";
import { toCustomerName } from "~/access/customer-name";
import type { PrincipalShop } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import { toAddressChoices } from "~/features/addresses/address-choices.server";
import { listPlans } from "~/features/catalogue/selling-plans/selling-plans.repo.server";
import { toContractFormat } from "~/features/contracts/contract-format";
import { createContract, createContractIn } from "~/features/contracts/create/new-contract.service.server";
import { findCatalogueOffers } from "~/features/contracts/offers/line-offers.repo.server";
import { searchVariants } from "~/features/contracts/one-time-products/one-time-products.repo.server";
import { listUsableMethods } from "~/features/contracts/operations/payment/usable-methods.repo.server";
import { toPaymentView } from "~/features/contracts/payment-view";
import { DAY_MS } from "~/lib/days";
import { formatFrequency, toDayString } from "~/lib/format";
import { notFound, ProblemError } from "~/lib/problem";
import { toProductName } from "~/lib/variant-title";
import { db } from "~db/client.server";
import { inDryRun } from "~db/transaction.server";
import { findCustomer, getMadeContract, searchCustomers } from "./new-contract.repo.server";
import { listLineNumbers, type SentForm } from "./new-contract-form";
import { readNewContract, toFormErrors } from "./new-contract-form.server";

const FOUND = 12;
/** The contract's customer: searched by a text, chosen, or created with it. */
export type ForWhom = { search: string; customerId: number | null; isNew: boolean };

type Customer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;
const toName = (customer: Customer) =>
  toCustomerName(customer) || customer.email || `Customer ${customer.id}`;

/** Data of the page for a new contract. @throws ProblemError not_found for a customer that the shop does not have */
export async function getNewContractPage(
  shop: PrincipalShop,
  { search, customerId, isNew }: ForWhom,
  now: Date,
) {
  const clock = { now, timeZone: shop.timeZone };
  const customer = customerId === null ? null : await findCustomer(shop.id, customerId);
  if (customerId !== null && !customer) throw notFound("There is no such customer in this shop.");
  if (!customer && !isNew) {
    const found = search === "" ? null : await searchCustomers(shop.id, search, FOUND);
    return {
      step: "customer" as const,
      search,
      found: found?.map((each) => ({ id: each.id, name: toName(each), email: each.email })) ?? null,
    };
  }
  const format = toContractFormat(shop.timeZone, shop.currencyCode);
  const [methods, plans] = await Promise.all([
    customer ? listUsableMethods(shop.id, customer.id, clock) : [],
    listPlans(shop.id),
  ]);
  return {
    step: "contract" as const,
    customer: customer && { id: customer.id, name: toName(customer), email: customer.email },
    methods: methods.map((method) => ({
      value: method.id,
      label: toPaymentView(method, clock, format)?.title ?? method.id,
    })),
    plans: plans.flatMap(({ id, name, interval, intervalCount }) =>
      interval && intervalCount
        ? [
            {
              value: String(id),
              label: `${name} (${formatFrequency(interval, intervalCount).toLowerCase()})`,
            },
          ]
        : [],
    ),
    linePlans: plans.map(({ id, name, groupName }) => ({
      value: String(id),
      label: groupName ? `${groupName}: ${name}` : name,
    })),
    ...toAddressChoices(customer?.defaultAddress ?? null),
    currencyCode: shop.currencyCode,
    firstDay: toDayString(new Date(now.getTime() + DAY_MS), shop.timeZone),
    formKey: randomUUID(),
  };
}

/** A variant to choose, as texts. */
export type VariantChoice = { variantId: string; title: string; note: string };

export async function listVariantChoices(shop: PrincipalShop, text: string): Promise<VariantChoice[]> {
  const format = toContractFormat(shop.timeZone, shop.currencyCode);
  const found = await searchVariants(shop.id, text.trim(), FOUND);
  return found.map(({ variantId, title, variantTitle, price, available }) => ({
    variantId: String(variantId),
    title: toProductName({ title, variantTitle }),
    note: available ? format.money(price) : `${format.money(price)}, sold out`,
  }));
}

/** Makes the form repeatable: sent again, it creates nothing again. */
function toCall(sent: SentForm, now: Date) {
  if (!sent.formKey) return null;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify(Object.entries(sent).sort()))
    .digest("hex");
  return { key: `new-contract ${sent.formKey}`, fingerprint, at: now };
}

async function readForm(shop: PrincipalShop, sent: SentForm, now: Date) {
  const toId = (text: string | undefined) => (/^\d{1,16}$/.test(text ?? "") ? [Number(text)] : []);
  const catalogue = await findCatalogueOffers(db, shop.id, {
    variantIds: listLineNumbers(sent).flatMap((number) => toId(sent[`variant${number}`])),
    planIds: toId(sent.sellingPlanId),
    productIds: [],
  });
  return readNewContract(sent, { shop, catalogue, clock: { now } });
}

/** Translates the service's errors to the form's field names. */
async function inFormNames<T>(sent: SentForm, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const errors = error instanceof ProblemError ? error.extra.errors : undefined;
    if (!(error instanceof ProblemError) || !errors) throw error;
    throw new ProblemError(error.code, error.detail, { ...error.extra, errors: toFormErrors(errors, sent) });
  }
}

/**
 * Creates the contract described by the form, as the JSON call does. Sent again, the form creates nothing again.
 *
 * @returns the contract's number in addresses @throws ProblemError invalid_request naming every field that is wrong
 */
export async function submitNewContract(shop: PrincipalShop, sent: SentForm, audit: Audit): Promise<number> {
  const { wanted, more } = await readForm(shop, sent, audit.now);
  const id = await inFormNames(sent, () =>
    createContract(shop, wanted, audit, toCall(sent, audit.now), more),
  );
  return (await getMadeContract(db, shop.id, id)).subscriptionContractId;
}

/**
 * What each order would cost, whatever the address: found by creating the contract and rolling back. @throws
 * ProblemError as above
 */
export async function dryRunNewContract(
  shop: PrincipalShop,
  sent: SentForm,
  audit: Audit,
): Promise<string[]> {
  const { wanted, more } = await readForm(shop, { ...sent, deliveryMethodType: "NONE" }, audit.now);
  const { orderAmount, currencyCode } = await inFormNames(sent, () =>
    inDryRun(async (tx) =>
      getMadeContract(tx, shop.id, await createContractIn(tx, shop, wanted, audit, null, more)),
    ),
  );
  return [`Each order will cost ${toContractFormat(shop.timeZone, currencyCode).money(orderAmount)}.`];
}
