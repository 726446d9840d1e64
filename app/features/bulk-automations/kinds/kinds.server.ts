import { z } from "zod";
import type { ChoiceView, ListButton } from "~/features/bulk-automations/automation-page";
import { toFieldErrors } from "~/http/request/field-errors";
import type { FieldError } from "~/lib/problem";
import { contractStatusKind } from "./contract-status.server";
import { deliveryPriceKind } from "./delivery-price.server";
import { discountAdditionKind, discountRemovalKind } from "./discounts.server";
import type { AutomationKind, AutomationShop, KindChoice } from "./kind.server";
import { linePriceKind } from "./line-price.server";
import { nextDateKind } from "./next-date.server";
import { sellingPlanKind } from "./selling-plan.server";
import { variantSwapKind } from "./variant-swap.server";

/** Every kind of bulk change: pages, forms, plans, the API and mails use this list. */
const KINDS: AutomationKind[] = [];

/** The names of a kind that must be unique. */
const toNames = ({ name, choices, recordFields }: AutomationKind): string[] => [
  `kind ${name}`,
  ...choices.map(({ value }) => `choice ${value}`),
  ...choices.flatMap((choice) =>
    toView(choice, "USD").inputs.map(({ name: field }) => `form field ${field}`),
  ),
  ...Object.keys(recordFields ?? {}).map((field) => `record field ${field}`),
];

/**
 * Call it before the API's endpoints are declared: their records have the fields of all kinds. @throws for a name that
 * is taken
 */
export function addKind(kind: AutomationKind): void {
  const taken = new Set(KINDS.flatMap(toNames));
  const twice = toNames(kind).filter((name) => taken.has(name));
  if (twice.length > 0) throw new Error(`Another kind of bulk change has: ${twice.join(", ")}.`);
  KINDS.push(kind);
}

addKind(deliveryPriceKind);
addKind(linePriceKind);
addKind(variantSwapKind);
addKind(sellingPlanKind);
addKind(nextDateKind);
addKind(discountAdditionKind);
addKind(discountRemovalKind);
addKind(contractStatusKind);

export function getKind(name: string): AutomationKind {
  const kind = KINDS.find((each) => each.name === name);
  if (!kind) throw new Error(`There is no kind of bulk change called ${name}.`);
  return kind;
}

const listChoices = (): { kind: AutomationKind; choice: KindChoice }[] =>
  KINDS.flatMap((kind) => kind.choices.map((choice) => ({ kind, choice })));

/** Schema of a choice's value in forms. */
export const choiceValue = (error?: string) =>
  z.lazy(() =>
    z.enum(
      listChoices().map(({ choice }) => choice.value),
      { error },
    ),
  );

function toView({ value, label, note, asks }: KindChoice, currencyCode: string): ChoiceView {
  if ("parameters" in asks) return { value, label, note, inputs: [], hint: null };
  return { value, label, note, inputs: asks.inputs(currencyCode), hint: asks.hint(currencyCode) };
}

/** The choices of the form; the first is preselected unless the address names another. */
export const toChoiceViews = (currencyCode: string): ChoiceView[] =>
  listChoices().map(({ choice }) => toView(choice, currencyCode));

/**
 * Reads the fields of a choice from a form.
 * @param value of a choice, checked by `choiceValue` @param errors receives errors of the choice's own fields
 * @returns null when there are any
 */
export async function readChoice(
  value: string,
  form: unknown,
  shop: AutomationShop,
  errors: FieldError[],
): Promise<{ kind: string; parameters: Record<string, unknown> } | null> {
  const found = listChoices().find(({ choice }) => choice.value === value);
  if (!found) throw new Error(`No kind of bulk change offers ${value}.`);
  const { asks } = found.choice;
  const kind = found.kind.name;
  if ("parameters" in asks) return { kind, parameters: found.kind.parameters.parse(asks.parameters) };
  const read: Record<string, unknown> = {};
  const wrong: FieldError[] = [];
  for (const part of asks.toParts(shop.currencyCode)) {
    const { data, error } = part.safeParse(form);
    if (error) for (const each of toFieldErrors(error, "body", form)) wrong.push(each);
    else Object.assign(read, data);
  }
  const { errors: ofParameters, withNames } = await checkParameters(found.kind, read, shop);
  for (const error of wrong) errors.push(error);
  for (const { parameter, ...error } of ofParameters)
    errors.push({ pointer: `/${asks.fields?.[parameter] ?? parameter}`, ...error });
  return wrong.length > 0 ? null : { kind, parameters: withNames(found.kind.parameters.parse(read)) };
}

/**
 * Checks parameters that are valid by themselves against the shop's data. @returns their errors, and a function that
 * adds names to parameters, as a task stores them
 */
async function checkParameters(kind: AutomationKind, given: Record<string, unknown>, shop: AutomationShop) {
  const { errors = [], names } = (await kind.check?.(given, shop)) ?? {};
  const withNames = (parameters: Record<string, unknown>) => (names ? { ...parameters, names } : parameters);
  return { errors, withNames };
}

const toForms = ({ parameters }: AutomationKind): readonly z.ZodObject[] =>
  parameters instanceof z.ZodUnion ? parameters.options : [parameters];

/** The form that fits the given parameters best, and their errors in this form. */
function readNearestForm(kind: AutomationKind, given: Record<string, unknown>) {
  const isAbsent = ({ path: [name] }: z.core.$ZodIssue) =>
    name === undefined || !Object.hasOwn(given, String(name));
  const [nearest] = toForms(kind)
    .map((form) => {
      const { data, error } = form.safeParse(given);
      const issues = error?.issues ?? [];
      return { form, data, error, issues, absent: issues.filter(isAbsent).length };
    })
    .toSorted((a, b) => a.absent - b.absent || a.issues.length - b.issues.length);
  if (!nearest) throw new Error(`The kind ${kind.name} has no parameters.`);
  const { form, data, error, issues, absent } = nearest;
  const valid = Object.entries(form.shape).flatMap(([name, part]) => {
    const read = z.safeParse(part, given[name]);
    return read.success && read.data !== undefined ? [[name, read.data] as const] : [];
  });
  return {
    form,
    data,
    error,
    valid: Object.fromEntries(valid),
    /** Fields are missing, and nothing that was sent shows which form was meant. */
    isUnclear:
      issues.length > 0 &&
      absent === issues.length &&
      toForms(kind).length > 1 &&
      Object.keys(given).every((name) => toForms(kind).every(({ shape }) => Object.hasOwn(shape, name))),
  };
}

/** Kinds that the API may start, with examples of their parameters. */
export const toParameterExamples = (): [kind: string, examples: readonly unknown[]][] =>
  KINDS.flatMap(({ name, examples }) => (examples ? [[name, examples]] : []));

/**
 * Reads the parameters of an API request. @param errors receives every error, with pointers below `/parameters`
 * @returns null when there are any
 */
export async function readParameters(
  name: string,
  given: Record<string, unknown>,
  shop: AutomationShop,
  errors: FieldError[],
): Promise<{ kind: string; parameters: Record<string, unknown> } | null> {
  const kind = KINDS.find((each) => each.name === name && each.examples);
  if (!kind) {
    const names = toParameterExamples().map(([known]) => known);
    errors.push({ pointer: "/kind", code: "invalid_value", detail: `Use one of ${names.join(", ")}.` });
    return null;
  }
  const { names: _, ...own } = given;
  const { form, data, error, valid, isUnclear } = readNearestForm(kind, own);
  const { errors: ofParameters, withNames } = await checkParameters(kind, valid, shop);
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(form.shape, key) || key === "names");
  const examples = (kind.examples ?? []).map((example) => JSON.stringify(example)).join(" or ");
  const found = isUnclear
    ? [{ code: "invalid_type", detail: `Use a form such as ${examples}.` }]
    : error
      ? toFieldErrors(error, "body", own)
      : [];
  errors.push(
    ...found.map(({ pointer = "", ...error }: FieldError) => ({
      pointer: `/parameters${pointer}`,
      ...error,
    })),
    ...unknown.map((key) => ({
      pointer: `/parameters/${key}`,
      code: "unknown_field",
      detail: "There is no such field beside the others.",
    })),
    ...ofParameters.map(({ parameter, ...error }) => ({ pointer: `/parameters/${parameter}`, ...error })),
  );
  return data === undefined ? null : { kind: name, parameters: withNames(data) };
}

/**
 * Buttons below the contract list: first those that need no further input, then the others, then one for changes
 * without a button; the ones that end contracts come last.
 */
export function listButtons(): ListButton[] {
  const toRank = ({ asks, isDanger }: KindChoice) => (isDanger ? 2 : Number(!("parameters" in asks)));
  const shown = listChoices()
    .flatMap(({ choice }) => (choice.button === undefined ? [] : [{ ...choice, label: choice.button }]))
    .sort((a, b) => toRank(a) - toRank(b))
    .map(({ value, label, isDanger }) => ({ value, label, isDanger }));
  const end = shown.findIndex(({ isDanger }) => isDanger);
  return shown.toSpliced(end < 0 ? shown.length : end, 0, {
    value: "",
    label: "Other changes",
    isDanger: undefined,
  });
}

const listRecordFields = () => KINDS.flatMap(({ recordFields = {} }) => Object.entries(recordFields));

export const toRecordShape = (): z.ZodRawShape =>
  Object.fromEntries(listRecordFields().map(([name, { schema }]) => [name, schema]));

/** The fields of every kind, null except for `own`. */
const withOwn = (own: [name: string, value: unknown][]): Record<string, unknown> =>
  Object.fromEntries([...listRecordFields().map(([name]) => [name, null] as const), ...own]);

/** The kind's fields of a task's record; an undo has none. */
export function toRecordFields(task: {
  kind: string;
  parameters: unknown;
  undoOf: number | null;
}): Record<string, unknown> {
  if (task.undoOf !== null) return withOwn([]);
  const kind = getKind(task.kind);
  const parameters = kind.parameters.parse(task.parameters);
  return withOwn(Object.entries(kind.recordFields ?? {}).map(([name, { from }]) => [name, from(parameters)]));
}

/** @param kind null for an undo */
export const toRecordExample = (kind: AutomationKind | null): Record<string, unknown> =>
  withOwn(Object.entries(kind?.recordFields ?? {}).map(([name, { example }]) => [name, example]));
