import type { PrincipalShop } from "~/access/principal";
import { parseContractIds, toShownId } from "~/features/bulk-automations/automation-input";
import { parseDeliveryPrice } from "~/features/bulk-automations/kinds/delivery-price.server";
import type { Selection } from "~/features/bulk-automations/tasks/automations.service.server";
import { findContractIds } from "~/features/bulk-automations/tasks/contract-ids.repo.server";
import { readBody } from "~/http/request/body.server";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";

const POINTER = "/subscriptionIds";
const wrongIds = (code: string, detail: string): FieldError => ({ pointer: POINTER, code, detail });

/**
 * What a call of operation 6 asks for. Query and body are checked together, so that one answer names every error; with
 * `allSubscriptions=true` the body is not read. @throws ProblemError 400, and what `readBody` throws
 */
export async function readPriceSelection(
  shop: PrincipalShop,
  query: { deliveryPrice?: unknown; allSubscriptions?: unknown },
  request: Request,
  bodyLimit: number,
): Promise<{ deliveryPrice: string; selection: Selection }> {
  const errors: FieldError[] = [];
  const readOnce = (parameter: "deliveryPrice" | "allSubscriptions"): string | undefined => {
    const given = query[parameter];
    if (!Array.isArray(given)) return typeof given === "string" ? given : undefined;
    errors.push({ parameter, code: "given_twice", detail: "Give this parameter once." });
    return undefined;
  };
  const priceText = readOnce("deliveryPrice");
  const price = parseDeliveryPrice(priceText, shop.currencyCode);
  if (price.error && !Array.isArray(query.deliveryPrice))
    errors.push({ parameter: "deliveryPrice", ...price.error });
  const all = readOnce("allSubscriptions")?.trim().toLowerCase() || "false";
  if (all !== "true" && all !== "false")
    errors.push({ parameter: "allSubscriptions", code: "invalid_value", detail: "Use true or false." });
  const selection: Selection =
    all === "true"
      ? { type: "ALL" }
      : { type: "IDS", contractIds: await readIds(shop, request, bodyLimit, errors) };
  if (errors.length > 0 || price.value === null) throw invalidRequest(errors);
  return { deliveryPrice: price.value, selection };
}

async function readIds(
  shop: PrincipalShop,
  request: Request,
  bodyLimit: number,
  errors: FieldError[],
): Promise<number[]> {
  let body: unknown;
  try {
    body = await readBody(request, "json", bodyLimit);
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === "malformed_body") || errors.length === 0)
      throw error;
    errors.push({ pointer: "", code: error.code, detail: error.detail });
    return [];
  }
  const given: unknown =
    typeof body === "object" && body !== null ? Reflect.get(body, "subscriptionIds") : undefined;
  if (given !== undefined && given !== null && typeof given !== "string") {
    errors.push(wrongIds("invalid_type", "Send the ids as one text, separated by commas."));
    return [];
  }
  const { ids, wrong } = parseContractIds(given ?? "", /,/);
  if (ids.length === 0 && wrong.length === 0) {
    errors.push(wrongIds("required", "Give ids of contracts, or set allSubscriptions=true."));
    return [];
  }
  return requireContracts(shop.id, ids, wrong, errors);
}

/**
 * Our ids of these contracts. Texts that are not ids, and ids that the shop does not have, are added to `errors`, one
 * by one.
 */
export async function requireContracts(
  shopId: number,
  ids: readonly number[],
  wrong: readonly string[],
  errors: FieldError[],
): Promise<number[]> {
  const known = await findContractIds(shopId, ids);
  for (const text of wrong) errors.push(wrongIds("invalid_id", `“${toShownId(text)}” is not a contract ID.`));
  for (const id of ids)
    if (!known.has(id)) errors.push(wrongIds("unknown_contract", `The shop has no contract ${id}.`));
  return [...known.values()];
}
