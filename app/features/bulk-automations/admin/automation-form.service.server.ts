import type { PrincipalShop } from "~/access/principal";
import { parseContractIds, toShownId } from "~/features/bulk-automations/automation-input";
import type { NewTaskPage } from "~/features/bulk-automations/automation-page";
import { readChoice, toChoiceViews } from "~/features/bulk-automations/kinds/kinds.server";
import { readPickLists } from "~/features/bulk-automations/kinds/pick-lists.repo.server";
import {
  createAutomation,
  type Selection,
  type Starter,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { findContractIds, listChosen } from "~/features/bulk-automations/tasks/contract-ids.repo.server";
import { toText } from "~/features/contracts/contract-labels";
import { countContracts } from "~/features/contracts/list/contract-list.service.server";
import { parseListState, toViewSearch } from "~/features/contracts/list/contract-list-url";
import { type Chip, toChips } from "~/features/contracts/list-page/contract-list-page";
import { parseListQuery } from "~/features/contracts/list-page/contract-list-query";
import type { RealTime } from "~/lib/clocks";
import { DAY_MS } from "~/lib/days";
import { formatCount } from "~/lib/format";
import { type FieldError, invalidRequest } from "~/lib/problem";
import { readLocalTime } from "~/lib/shop-calendar.server";

/** Customers named in the text of a selection. */
const NAMES_SHOWN = 3;

const toCount = ({ count, precision }: Awaited<ReturnType<typeof countContracts>>): string =>
  precision === "exact" ? formatCount(count) : `about ${formatCount(count)}`;

/**
 * @param params of the page's address: `ids` of contracts ticked in the list, comma-separated, or `filter` with the
 *   list's query string; `change` preselects a choice; `names` are parts of names for lists that are too long
 * @throws ProblemError 400 for a filter with an invalid part
 */
export async function getNewTaskPage(shop: PrincipalShop, params: URLSearchParams): Promise<NewTaskPage> {
  const choices = toChoiceViews(shop.currencyCode);
  const asked = choices.find(({ value }) => value === params.get("change")) ?? choices[0];
  const all = toCount(await countContracts(shop, { filters: {} }));
  const text = (params.get("names") ?? "").slice(0, LONGEST_NAMES);
  const { lists, isCut } = await readPickLists(shop.id, toNames(text));
  return {
    selection: await readListSelection(shop, params),
    choices,
    change: asked?.value ?? null,
    all,
    lists,
    names: { text, isNeeded: isCut },
  };
}

const LONGEST_NAMES = 255;

/** A swap needs two products: each has its part of a name, with a comma between them. */
const toNames = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

async function readListSelection(
  shop: PrincipalShop,
  params: URLSearchParams,
): Promise<NewTaskPage["selection"]> {
  const given = params.get("filter");
  if (given !== null) {
    const { search, state, query, errors } = readFilter(shop, given);
    if (errors.length > 0) throw invalidRequest(errors);
    if (search === "") return null;
    const names = { product: null, endedProduct: null, variant: null, plans: null, customer: null };
    const chips: Chip[] = toChips(state, {}, names, shop.timeZone);
    const labels = chips.map(({ label, value }) => `${label}: ${value}`);
    if (state.filters.status) labels.unshift(`Status: ${toText(state.filters.status.toUpperCase())}`);
    return { type: "filter", search, labels, count: toCount(await countContracts(shop, query)) };
  }
  const chosen = await listChosen(shop.id, parseContractIds(params.get("ids") ?? "", /,/).ids);
  if (chosen.length === 0) return null;
  const customers = [
    ...new Set(chosen.map(({ customerName }) => customerName).filter((name) => name !== "")),
  ];
  const left = customers.length - NAMES_SHOWN;
  return {
    type: "ids",
    ids: chosen.map(({ contractId }) => contractId).join(),
    labels: [...customers.slice(0, NAMES_SHOWN), ...(left > 0 ? [`${formatCount(left)} more`] : [])],
    count: formatCount(chosen.length),
  };
}

/** Its errors name any part that is invalid: ignoring it would select contracts nobody has chosen. */
function readFilter(shop: PrincipalShop, given: string) {
  const state = parseListState(new URLSearchParams(given));
  const search = toViewSearch({ ...state, sort: [] });
  const { query, problems } = parseListQuery(parseListState(new URLSearchParams(search)), shop.timeZone);
  const errors = Object.values(problems).map((detail) => ({
    pointer: "/filter",
    code: "invalid_value",
    detail,
  }));
  return { search, state, query, errors };
}

/** `change` is the value of a choice; the fields of that choice are among the others. */
export type NewTaskForm = {
  change: string;
  scope: "all" | "filter" | "ids";
  ids?: string;
  filter?: string;
};

/** Creates the draft that a form asks for. @returns its id @throws ProblemError 400 that names every error */
export async function createDraft(shop: PrincipalShop, form: NewTaskForm, starter: Starter): Promise<number> {
  const errors: FieldError[] = [];
  const what = await readChoice(form.change, form, shop, errors);
  const selection = await readSelection(shop, form, errors);
  if (errors.length > 0 || !what || !selection) throw invalidRequest(errors);
  const task = await createAutomation(shop.id, { ...what, selection, isDraft: true }, starter);
  return task.id;
}

/** @param errors receives the errors of the selection */
export async function readSelection(
  shop: PrincipalShop,
  { scope, ids: text = "", filter = "" }: Omit<NewTaskForm, "change">,
  errors: FieldError[],
): Promise<Selection | null> {
  if (scope === "all") return { type: "ALL" };
  if (scope === "filter") {
    const read = readFilter(shop, filter);
    errors.push(...read.errors);
    return { type: "FILTER", search: read.search };
  }
  const { ids, wrong } = parseContractIds(text, /,/);
  const refuse = (code: string, detail: string) => errors.push({ pointer: "/scope", code, detail });
  if (ids.length + wrong.length === 0) {
    refuse("required", "Select contracts in the contract list.");
    return null;
  }
  const known = await findContractIds(shop.id, ids);
  for (const each of wrong) refuse("invalid_id", `“${toShownId(each)}” is not the id of a contract.`);
  for (const id of ids) if (!known.has(id)) refuse("unknown_contract", `The shop has no contract ${id}.`);
  return { type: "IDS", contractIds: [...known.values()] };
}

/**
 * Start of a scheduled draft: date and time as the field sends them, in the shop's time zone. @throws ProblemError 400
 */
export function readStart(text: string, { timeZone }: Pick<PrincipalShop, "timeZone">, now: RealTime): Date {
  const refuse = (detail: string) => invalidRequest([{ pointer: "/startsAt", code: "invalid_date", detail }]);
  const startsAt = readLocalTime(text, timeZone);
  if (!startsAt) throw refuse("Enter a date and a time.");
  if (startsAt <= now) throw refuse("Enter a time in the future.");
  if (startsAt.getTime() - now.getTime() > 731 * DAY_MS) throw refuse("Enter a time within two years.");
  return startsAt;
}
