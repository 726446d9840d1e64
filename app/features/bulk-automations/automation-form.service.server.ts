import { Temporal } from "temporal-polyfill";
import {
  parseContractIds,
  parseDeliveryPrice,
  toShownId,
} from "~/features/bulk-automations/automation-input";
import type { NewTaskPage } from "~/features/bulk-automations/automation-page";
import {
  createAutomation,
  type Selection,
  type Starter,
} from "~/features/bulk-automations/automations.service.server";
import { findContractIds } from "~/features/bulk-automations/contract-ids.repo.server";
import type { KindName } from "~/features/bulk-automations/kinds/kinds.server";
import { countContracts } from "~/features/contracts/contract-list.service.server";
import { type Chip, toChips } from "~/features/contracts/contract-list-page";
import { parseListQuery } from "~/features/contracts/contract-list-query";
import { parseListState, toViewSearch } from "~/features/contracts/contract-list-url";
import { REQUESTED_STATUSES } from "~/features/contracts/contract-status";
import { toWords } from "~/features/contracts/contract-words";
import type { PrincipalShop } from "~/http/principal";
import { type FieldError, invalidRequest } from "~/http/problem";
import { DAY_MS } from "~/lib/days";
import { formatCount } from "~/lib/format";

const toCount = ({ count, precision }: Awaited<ReturnType<typeof countContracts>>): string =>
  precision === "exact" ? formatCount(count) : `about ${formatCount(count)}`;

/** @param params `ids` separated by commas, or `filter` with the list's query string */
export async function getNewTaskPage(shop: PrincipalShop, params: URLSearchParams): Promise<NewTaskPage> {
  const all = toCount(await countContracts(shop, { filters: {} }));
  const ids = (params.get("ids") ?? "").split(",").join("\n");
  const given = params.get("filter");
  if (given === null) return { ids, filter: null, all };
  const { search, state, query } = readFilter(shop, given);
  const names = { product: null, variant: null, plans: null, customer: null };
  const chips: Chip[] = toChips(state, {}, names, shop.timeZone);
  const words = chips.map(({ label, value }) => `${label}: ${value}`);
  if (state.filters.status) words.unshift(`Status: ${toWords(state.filters.status.toUpperCase())}`);
  return { ids, filter: { search, words, count: toCount(await countContracts(shop, query)) }, all };
}

/** @throws ProblemError 400 when any part of it filters nothing: the task would be for contracts nobody has chosen */
function readFilter(shop: PrincipalShop, given: string) {
  const state = parseListState(new URLSearchParams(given));
  const search = toViewSearch({ ...state, sort: [] });
  const { query, problems } = parseListQuery(parseListState(new URLSearchParams(search)), shop.timeZone);
  const errors = Object.values(problems).map((detail) => ({
    pointer: "/filter",
    code: "invalid_value",
    detail,
  }));
  if (errors.length > 0) throw invalidRequest(errors);
  return { search, state, query };
}

export type NewTaskForm = {
  kind: KindName;
  scope: "all" | "filter" | "ids";
  deliveryPrice?: string;
  status?: string;
  ids?: string;
  filter?: string;
};

/** Makes the draft a form asks for. @returns its id @throws ProblemError 400 that names every mistake */
export async function createDraft(shop: PrincipalShop, form: NewTaskForm, starter: Starter): Promise<number> {
  const errors: FieldError[] = [];
  const parameters = readParameters(shop, form, errors);
  const selection = await readSelection(shop, form, errors);
  if (errors.length > 0 || !selection) throw invalidRequest(errors);
  const task = await createAutomation(
    shop.id,
    { kind: form.kind, parameters, selection, isDraft: true },
    starter,
  );
  return task.id;
}

function readParameters(
  shop: PrincipalShop,
  { kind, deliveryPrice, status }: NewTaskForm,
  errors: FieldError[],
): Record<string, unknown> {
  if (kind === "CONTRACT_STATUS") {
    const wanted = REQUESTED_STATUSES.find((each) => each === status);
    if (!wanted) errors.push({ pointer: "/status", code: "required", detail: "Choose what to change." });
    return { status: wanted };
  }
  const price = parseDeliveryPrice(deliveryPrice, shop.currencyCode);
  if (price.error) errors.push({ pointer: "/deliveryPrice", ...price.error });
  return { deliveryPrice: price.value };
}

async function readSelection(
  shop: PrincipalShop,
  { scope, ids: text = "", filter = "" }: NewTaskForm,
  errors: FieldError[],
): Promise<Selection | null> {
  if (scope === "all") return { type: "ALL" };
  if (scope === "filter") return { type: "FILTER", search: readFilter(shop, filter).search };
  // Pasted from wherever: columns, lists, quoted.
  const { ids, wrong } = parseContractIds(text.replaceAll(/["']/g, ""), /[\s,;]+/);
  const pointer = "/ids";
  if (ids.length + wrong.length === 0) {
    errors.push({ pointer, code: "required", detail: "Enter contract IDs." });
    return null;
  }
  const known = await findContractIds(shop.id, ids);
  const unknown = ids.filter((id) => !known.has(id));
  const named = [
    ...wrong.map((each) => `“${toShownId(each)}” is not a contract ID.`),
    ...unknown.map((id) => `The shop has no contract ${id}.`),
  ];
  errors.push(...named.map((detail) => ({ pointer, code: "invalid_id", detail })));
  return { type: "IDS", contractIds: [...known.values()] };
}

/** When a draft shall start: a date and time as the field gives it, in the shop's time zone. @throws ProblemError 400 */
export function readStart(text: string, { timeZone }: Pick<PrincipalShop, "timeZone">, now: Date): Date {
  const refuse = (detail: string) => invalidRequest([{ pointer: "/startsAt", code: "invalid_date", detail }]);
  let startsAt: Date;
  try {
    const local = Temporal.PlainDateTime.from(text);
    startsAt = new Date(local.toZonedDateTime(timeZone).epochMilliseconds);
  } catch {
    throw refuse("Enter a date and a time.");
  }
  if (startsAt <= now) throw refuse("Enter a time in the future.");
  if (startsAt.getTime() - now.getTime() > 731 * DAY_MS) throw refuse("Enter a time within two years.");
  return startsAt;
}
