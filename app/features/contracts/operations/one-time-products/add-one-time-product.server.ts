import { z } from "zod";
import { findShopSettings } from "~/access/shops.repo.server";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { withStatus } from "~/features/contracts/change/order-plan";
import { SOLD_OUT, UNKNOWN_VARIANT } from "~/features/contracts/offers/line-offers.server";
import {
  countOrdersBefore,
  takesOneTimeProducts,
  toOneTimePrice,
  toVariantHandle,
  VARIANT_HANDLE_FORM,
} from "~/features/contracts/one-time-products/one-time-product";
import {
  findOneTimeProduct,
  findVariant,
  insertOneTimeProduct,
  searchVariants,
  sumOneTimeProducts,
} from "~/features/contracts/one-time-products/one-time-products.repo.server";
import {
  type ChangeContext,
  defineContractOperation,
} from "~/features/contracts/operations/definition/define-contract-operation.server";
import {
  formId,
  idField,
  piecesField,
  quantityField,
} from "~/features/contracts/operations/definition/form-fields";
import {
  NO_PRODUCTS,
  toQuantityInput,
  VARIANTS_SHOWN,
} from "~/features/contracts/operations/definition/line-inputs";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import { requireStorableOrder } from "~/features/contracts/order-limit";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { required, textOfForm, wholeNumber } from "~/http/request/query-parameters";
import { MAX_PRICE, MAX_QUANTITY } from "~/lib/limits";
import { addMoney, compareMoney, multiplyMoney } from "~/lib/money";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { toProductName } from "~/lib/variant-title";
import type { Transaction } from "~db/transaction.server";
import {
  OF_ORDER_PATH,
  oneTimeProductRecords,
  orderParameter,
  variantIdParameter,
} from "./one-time-product-records.server";

/**
 * `billingAttemptId`: the wanted order; ignored if it is not upcoming or not of the contract. `variantHandle`: null =
 * the product's.
 */
type WantedProduct = {
  variantId: number;
  variantHandle: string | null;
  quantity: number;
  billingAttemptId: number | null;
};

/**
 * Add a product to one upcoming order of a contract (wire.md §2 "4 one-time product"): to the wanted order while that
 * is QUEUED, else to the next. If that order has the product already, nothing changes.
 *
 * Refused with conflict for a contract that is not ACTIVE or has no upcoming order; invalid_request for a variant the
 * shop does not have or that costs more than a record can hold, for customers also for one that is sold out;
 * currency_mismatch for a contract that is not in the shop's currency; for customers also with forbidden for products
 * the shop does not offer them.
 */
export const oneTimeProductAddition = defineContractOperation<WantedProduct, "product_added">({
  customerSwitch: "one_time_products",
  change: toOneTimeAddition,
  answer: oneTimeProductRecords,
  portalForms: {
    "add-product": {
      operationId: "portalAddProduct",
      body: z
        .object({
          attempt: idField,
          variant: idField,
          handle: z.string().regex(VARIANT_HANDLE_FORM),
          quantity: piecesField,
        })
        .transform(({ attempt, variant, handle, quantity }) => ({
          billingAttemptId: attempt,
          variantId: variant,
          variantHandle: handle,
          quantity,
        })),
      refusals: { currency_mismatch: "switched_off" },
      checkOf: { quantity: "number" },
      labelOf: ({ line }) => ({ quantity: line.quantity }),
      outcome: ({ variantId, billingAttemptId }) => ({
        done: "product_added",
        undo: `${variantId}~${billingAttemptId}`,
      }),
      undo: {
        product_added: (value) => {
          const [variant = "", attempt = ""] = value.split("~");
          return { intent: "remove-product", fields: { variant, attempt } };
        },
      },
    },
  },
  staffForms: {
    add_product: z
      .object({
        // `<id> <handle>`: one choice names both.
        product: z.string({ error: "Choose a product." }).regex(/^\d{1,16} .{1,255}$/, "Choose a product."),
        quantity: quantityField.max(MAX_QUANTITY, `Use at most ${MAX_QUANTITY}.`),
        billingAttemptId: formId("Choose an order."),
      })
      .transform(({ product, ...wanted }) => ({
        ...wanted,
        variantId: Number(product.slice(0, product.indexOf(" "))),
        variantHandle: product.slice(product.indexOf(" ") + 1),
      })),
  },
  staffDialogs: {
    add_product: {
      done: "One-time product added",
      // In one row only: its dialog lets staff choose another order.
      button: {
        at: "order-row",
        label: "Add product",
        about: (date) => `to the order of ${date}`,
        isOffered: (contract, { isNext }, { shop }) => isNext && takesOneTimeProducts(contract, shop),
      },
      fieldOf: { variantId: "product" },
      dryRun: "asked",
      async view(state, { shop, format, place }) {
        const queued = withStatus(state.attempts, "QUEUED");
        if (!takesOneTimeProducts(state.contract, shop) || queued.length === 0) return null;
        const found = await searchVariants(shop.id, place.q, VARIANTS_SHOWN);
        return {
          title: "Add a product to one order",
          lines: [
            "It is delivered once. Percentage discounts that cover the whole contract also apply to it.",
          ],
          confirm: "Add product",
          search: place.q,
          rows: [
            [
              {
                kind: "list",
                name: "product",
                label: "Product",
                empty: NO_PRODUCTS,
                options: found.map(({ variantId, handle, price, available, ...variant }) => ({
                  value: `${variantId} ${handle}`,
                  label: toProductName(variant),
                  note: available ? format.money(price) : `${format.money(price)}, sold out`,
                })),
              },
            ],
            [
              toQuantityInput(1),
              {
                kind: "select",
                name: "billingAttemptId",
                label: "Order",
                initial: String((queued.find(({ id }) => id === place.order) ?? queued[0])?.id ?? ""),
                options: queued.map(({ id, billingDate }) => ({
                  value: String(id),
                  label: format.date(billingDate),
                })),
              },
            ],
          ],
        };
      },
    },
  },
});

/** The rule; also used to add a line for one order only. */
export async function toOneTimeAddition(
  state: ContractState,
  wanted: WantedProduct,
  { caller, isCustomer, tx }: ChangeContext,
): Promise<ContractChange | null> {
  const { id: contract, shopId, status } = state.contract;
  const { variantId, variantHandle, quantity } = wanted;
  if (status !== "ACTIVE")
    throw new ProblemError("conflict", "Products can be added while the contract is active.");
  const billingAttemptId = requireUpcoming(state, wanted.billingAttemptId);
  // Checked first: a product that is there stays, whatever has become of its variant since.
  if (await findOneTimeProduct(tx, shopId, billingAttemptId, variantId)) return null;
  const variant = await requireVariant(tx, shopId, variantId);
  if (isCustomer) await requireOffered(tx, shopId, variant);
  await requireCataloguePrices(tx, state);
  const { price, discounts } = requirePrice(state, variant.price, billingAttemptId);
  const others = await sumOneTimeProducts(tx, shopId, billingAttemptId);
  const added = addMoney(others, multiplyMoney(price, quantity));
  requireStorableOrder(state, {}, [{ parameter: "quantity" }], added);
  return {
    action: "contract.one_time_product_added",
    events: ["updated"],
    billingAttemptId,
    recorded: { before: {}, after: { product: variant.title, quantity, price } },
    alsoChanged: ["oneTimeProducts"],
    also: (on) =>
      insertOneTimeProduct(on, {
        shopId,
        contractId: contract,
        billingAttemptId,
        variantId,
        variantHandle: toVariantHandle(variantHandle ?? variant.handle, variantId),
        quantity,
        price,
        discounts,
        createdAt: caller.audit.now,
      }),
  };
}

/** Operation 4. */
export const addContractOneTimeProduct = oneTimeProductAddition.json({
  name: "addOneTimeProduct",
  path: OF_ORDER_PATH,
  summary: "Add a one-time product to an upcoming order",
  description:
    "If the order does not exist or is not QUEUED, the product is added to the next order. One-time products that the order already has are kept. The price is the variant's less the contract's percentage discounts on all lines that the order will have, and does not change later.",
  method: "PUT",
  query: z.object({
    contractId,
    billingAttemptId: orderParameter("The order: its `id` from top-orders."),
    variantId: variantIdParameter,
    variantHandle: required(
      textOfForm(VARIANT_HANDLE_FORM, "Use lower-case letters and digits, with single hyphens between.", {
        description: "The variant's handle.",
        example: "paper-filters-no-4",
      }),
    ),
    quantity: wholeNumber(1, MAX_QUANTITY, { description: "Quantity.", default: 1 }),
  }),
  problems: ["conflict", "currency_mismatch", "forbidden"],
  read: ({ query: { quantity = 1, ...query } }) => ({ ...query, quantity }),
});

function requireUpcoming({ attempts }: ContractState, wished: number | null): number {
  const queued = attempts.filter(({ status }) => status === "QUEUED");
  const chosen = queued.find(({ id }) => id === wished) ?? queued[0];
  if (!chosen) throw new ProblemError("conflict", "The contract has no upcoming order.");
  return chosen.id;
}

const refusedVariant = (error: { code: string; detail: string }) =>
  invalidRequest([{ parameter: "variantId", ...error }]);

type Variant = NonNullable<Awaited<ReturnType<typeof findVariant>>>;

async function requireVariant(tx: Transaction, shopId: number, variantId: number): Promise<Variant> {
  const variant = await findVariant(tx, shopId, variantId);
  if (!variant) throw refusedVariant(UNKNOWN_VARIANT);
  return variant;
}

/** Customers may add only what the merchant offers them; staff may also add sold-out products. */
async function requireOffered(tx: Transaction, shopId: number, variant: Variant): Promise<void> {
  const { addableProductIds } = await readPortalSettings(shopId, tx);
  if (addableProductIds && !addableProductIds.includes(variant.productId))
    throw new ProblemError("forbidden", "The shop does not offer this product here.");
  if (!variant.available) throw refusedVariant(SOLD_OUT);
}

/** Catalogue prices are in the shop's currency, and nothing converts them into the contract's. */
async function requireCataloguePrices(tx: Transaction, { contract }: ContractState): Promise<void> {
  const settings = await findShopSettings(contract.shopId, tx);
  if (settings && settings.currencyCode !== contract.currencyCode)
    throw new ProblemError(
      "currency_mismatch",
      `The shop's prices are in ${settings.currencyCode}; this contract is billed in ${contract.currencyCode}.`,
    );
}

function requirePrice(state: ContractState, variantPrice: string, attemptId: number) {
  const { contract, attempts } = state;
  const before = countOrdersBefore(attempts, attemptId);
  const reduced = toOneTimePrice(variantPrice, state, contract.currencyCode, before);
  if (compareMoney(reduced.price, MAX_PRICE) > 0)
    throw refusedVariant({ code: "out_of_range", detail: `It costs more than ${MAX_PRICE}.` });
  return reduced;
}
