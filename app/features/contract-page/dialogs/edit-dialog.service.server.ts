import type { PrincipalShop } from "~/access/principal";
import { toAddressChoices } from "~/features/contract-page/dialogs/address-choices.server";
import { toContentDialog } from "~/features/contract-page/dialogs/content-dialog.service.server";
import {
  type DialogTexts,
  type Edit,
  type EditDialogView,
  isEdit,
} from "~/features/contract-page/dialogs/contract-edits";
import { toDeclaredDialog } from "~/features/contract-page/dialogs/declared-dialogs.server";
import { toCostLines } from "~/features/contract-page/dialogs/staff-trial";
import { toContractFormat } from "~/features/contract-page/history/contract-format";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import type { ContractCaller } from "~/features/contracts/change/contract-change.service.server";
import { withStatus } from "~/features/contracts/change/order-plan";
import { takesOneTimeProducts } from "~/features/contracts/one-time-products/one-time-product";
import {
  listOneTimeProductsWithTitles,
  searchVariants,
} from "~/features/contracts/one-time-products/one-time-products.repo.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { discountRemoval } from "~/features/contracts/operations/discounts/remove-discount.server";
import { oneTimeProductRemoval } from "~/features/contracts/operations/one-time-products/remove-one-time-product.server";
import { toCodeState } from "~/features/discounts/discount-code";
import { listDiscountCodes } from "~/features/discounts/discount-codes.repo.server";
import { fieldsOf } from "~/features/portal-settings/attribute-fields";
import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { ProblemError } from "~/lib/problem";

const CODES_OFFERED = 50;
const VARIANTS_SHOWN = 12;
const ONLY_VARIANT = "Default Title";

/** The edit that the page's address names, with its parameters. */
export type EditQuery = {
  edit: Edit;
  line?: string;
  discount?: string;
  order?: number;
  variant?: number;
  q: string;
};

/** The dialog of an edit, with present values; null for something the contract does not have, or an unknown one. */
export async function findEditDialog(
  shop: PrincipalShop,
  contractId: number,
  { edit, ...place }: Omit<EditQuery, "edit"> & { edit: string },
  caller: ContractCaller,
): Promise<EditDialogView | null> {
  const { now } = caller.audit;
  const state = await findContractState(shop.id, contractId, now);
  if (!state || state.contract.status === "CANCELLED" || state.contract.status === "EXPIRED") return null;
  const words = isEdit(edit)
    ? await toDialog(shop, state, { ...place, edit }, now)
    : toDeclaredDialog(
        contractOperations,
        edit,
        state,
        toContractFormat(shop.timeZone, state.contract.currencyCode),
      );
  if (!words) return null;
  const lines = [...words.lines, ...(await listCostsOf(words.fields, contractId, caller))];
  return { ...words, intent: edit, lines, version: state.contract.version };
}

/** The effect of an edit that has no fields, found by trying it out; a refusal is shown by its form. */
async function listCostsOf(
  fields: EditDialogView["fields"],
  contractId: number,
  caller: ContractCaller,
): Promise<string[]> {
  const tries: Partial<Record<Edit, () => ReturnType<typeof discountRemoval.tryOut>>> = {
    ...(fields.edit === "remove_discount" && {
      remove_discount: () => discountRemoval.tryOut(caller, { contractId, discountId: fields.discountId }),
    }),
    ...(fields.edit === "remove_product" && {
      remove_product: () =>
        oneTimeProductRemoval.tryOut(caller, {
          contractId,
          billingAttemptId: fields.order,
          variantId: fields.variantId,
        }),
    }),
  };
  try {
    const costs = fields.edit === "declared" ? null : await tries[fields.edit]?.();
    return costs ? toCostLines(costs, caller.shop.timeZone) : [];
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}

async function toDialog(
  shop: PrincipalShop,
  state: ContractState,
  query: EditQuery,
  now: Date,
): Promise<DialogTexts | null> {
  const { contract } = state;
  switch (query.edit) {
    case "address":
      if (contract.deliveryMethodType !== "SHIPPING") return null;
      return {
        title: "Change shipping address",
        lines: ["Orders that have already been placed are not changed."],
        confirm: "Change address",
        fields: {
          edit: "address",
          ...toAddressChoices(contract.deliveryAddress),
        },
      };
    case "line":
      return toLineDialog(state, query.line, await readPortalSettings(shop.id));
    case "apply_code": {
      const codes = await listDiscountCodes(shop.id, { search: "", beforeId: null, limit: CODES_OFFERED });
      return {
        title: "Apply a discount code",
        lines: [
          "It applies to upcoming orders. If the code has a limited number of uses, this counts as one.",
        ],
        confirm: "Apply code",
        fields: {
          edit: "apply_code",
          codes: codes.filter((code) => toCodeState(code, now) === "ACTIVE").map(({ code }) => code),
        },
      };
    }
    case "remove_discount": {
      const discount = state.discounts.find(({ id }) => id === query.discount);
      return (
        (discount && {
          title: `Remove the discount “${discount.title}”?`,
          lines: ["Upcoming orders go back to their price without it."],
          confirm: "Remove discount",
          fields: { edit: "remove_discount", discountId: discount.id },
        }) ??
        null
      );
    }
    case "add_product":
      return toAddDialog(shop, state, query);
    case "remove_product":
      return toRemoveDialog(state, query);
    default:
      return toContentDialog(shop, state, { ...query, edit: query.edit }, now);
  }
}

function toLineDialog(
  { lines }: ContractState,
  lineId: string | undefined,
  { attributeFields }: Pick<PortalSettings, "attributeFields">,
): DialogTexts | null {
  const line = lines.find(({ id }) => id === lineId);
  if (!line) return null;
  const { quantity, customAttributes, skippedNextOrder } = line;
  const name = line.variantTitle && line.variantTitle !== ONLY_VARIANT ? `, ${line.variantTitle}` : "";
  return {
    title: `${line.title}${name}`,
    lines: ["This changes upcoming orders."],
    confirm: "Save",
    fields: {
      edit: "line",
      lineId: line.id,
      quantity,
      attributes: customAttributes,
      asked: fieldsOf(attributeFields, line.productId),
      isSkipped: skippedNextOrder,
    },
  };
}

async function toAddDialog(
  shop: PrincipalShop,
  state: ContractState,
  { q, order }: EditQuery,
): Promise<DialogTexts | null> {
  const queued = withStatus(state.attempts, "QUEUED");
  if (!takesOneTimeProducts(state.contract, shop) || queued.length === 0) return null;
  const found = await searchVariants(shop.id, q, VARIANTS_SHOWN);
  const format = toContractFormat(shop.timeZone, state.contract.currencyCode);
  return {
    title: "Add a product to one order",
    lines: ["It is delivered once. Percentage discounts that cover the whole contract also apply to it."],
    confirm: "Add product",
    fields: {
      edit: "add_product",
      search: q,
      choices: found.map(({ variantId, handle, title, variantTitle, price, available }) => ({
        variantId,
        handle,
        title: variantTitle === ONLY_VARIANT ? title : `${title}, ${variantTitle}`,
        note: available ? format.money(price) : `${format.money(price)}, sold out`,
      })),
      orders: queued.map(({ id, billingDate }) => ({ value: String(id), label: format.date(billingDate) })),
      order: String((queued.find(({ id }) => id === order) ?? queued[0])?.id ?? ""),
    },
  };
}

async function toRemoveDialog(
  { contract, attempts }: ContractState,
  { order, variant }: EditQuery,
): Promise<DialogTexts | null> {
  const attempt = attempts.find(({ id }) => id === order);
  const products = await listOneTimeProductsWithTitles(contract.shopId, contract.id);
  const product = products.find((each) => each.billingAttemptId === order && each.variantId === variant);
  if (!attempt || !product) return null;
  return {
    title: `Remove ${product.title} from the order?`,
    lines: [
      `${product.quantity === 1 ? "It was" : `${product.quantity} pieces were`} added to this order only.`,
    ],
    confirm: "Remove",
    fields: { edit: "remove_product", order: attempt.id, variantId: product.variantId },
  };
}
