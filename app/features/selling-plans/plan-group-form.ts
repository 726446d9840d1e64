import { z } from "zod";
import { COVERAGES } from "~/features/discounts/discount-code";
import type { FieldError } from "~/lib/problem";

/** Blank rows for new plans, after those of the group. */
const NEW_ROWS = 2;
const MAX_ROWS = 50 + NEW_ROWS;

const TEXTS = ["id", "name", "interval", "intervalCount", "discount", "cycles", "later", "remove"] as const;
const DELIVERY = ["deliveryInterval", "deliveryIntervalCount"] as const;
type RowField = (typeof TEXTS)[number] | (typeof DELIVERY)[number];

/** Name of a row's field in the form. */
export const toRowField = (row: number, field: RowField): string => `plan${row}_${field}`;

/** The form's fields for the API's pointers, so that errors appear at their fields. */
const FIELD_OF: Record<string, RowField> = {
  id: "name",
  name: "name",
  interval: "interval",
  intervalCount: "intervalCount",
  deliveryInterval: "deliveryInterval",
  deliveryIntervalCount: "deliveryIntervalCount",
  discountPercentage: "discount",
  discountCycles: "cycles",
  laterDiscountPercentage: "later",
};

type Plan = {
  id: number;
  name: string;
  interval: string | null;
  intervalCount: number | null;
  deliveryInterval: string | null;
  deliveryIntervalCount: number | null;
  discountPercentage: number | null;
  discountCycles: number | null;
  laterDiscountPercentage: number | null;
};
export type PlanGroup = { name: string; productIds: number[]; sellingPlans: Plan[] };

/** Initial values of the form. */
export function toFormValues(group: PlanGroup | null): Record<string, string> {
  const plans = group?.sellingPlans ?? [];
  const rows = [...plans, ...Array.from({ length: NEW_ROWS }, () => null)];
  const text = (value: string | number | null | undefined) => String(value ?? "");
  return {
    name: group?.name ?? "",
    rows: String(rows.length),
    coverage: (group?.productIds.length ?? 0) > 0 ? "PRODUCTS" : "ALL",
    productIds: (group?.productIds ?? []).join(","),
    ...Object.fromEntries(
      rows.flatMap((plan, row) =>
        Object.entries({
          id: text(plan?.id),
          name: text(plan?.name),
          interval: plan?.interval ?? "MONTH",
          intervalCount: plan ? text(plan.intervalCount) : "1",
          deliveryInterval: text(plan?.deliveryInterval),
          deliveryIntervalCount: text(plan?.deliveryIntervalCount),
          discount: text(plan?.discountPercentage),
          cycles: text(plan?.discountCycles),
          later: text(plan?.laterDiscountPercentage),
          remove: "",
        } satisfies Partial<Record<RowField, string>>).map(([field, value]) => [
          toRowField(row, field as RowField),
          value,
        ]),
      ),
    ),
  };
}

export const planGroupForm = z.looseObject({
  name: z.string().default(""),
  rows: z.coerce.number().int().min(0).max(MAX_ROWS).catch(0),
  coverage: z.enum(COVERAGES).default("ALL"),
  productIds: z.string().default(""),
});

/** What is wrong with the form though not with its body: no products at all would mean all of them. */
export const findCoverageErrors = (form: z.output<typeof planGroupForm>): FieldError[] =>
  form.coverage === "PRODUCTS" && listIds(form).length === 0
    ? [{ pointer: "/productIds", code: "required", detail: "Choose at least one product." }]
    : [];

const listIds = ({ productIds }: z.output<typeof planGroupForm>): number[] =>
  productIds.split(",").flatMap((id) => (id.trim() === "" ? [] : [Number(id)]));

const toNumber = (text: string): number | undefined => (text === "" ? undefined : Number(text));

/**
 * The form as the API's body, and the form row of each of its plans. New rows without a name are ignored; ticked rows
 * are removed.
 */
export function toGroupBody(form: z.output<typeof planGroupForm>): { body: unknown; rows: number[] } {
  const read = (row: number, field: RowField): string => String(form[toRowField(row, field)] ?? "").trim();
  const rows = Array.from({ length: form.rows }, (_, row) => row).filter(
    (row) => (read(row, "id") !== "" || read(row, "name") !== "") && read(row, "remove") === "",
  );
  return {
    rows,
    body: {
      name: form.name,
      productIds: form.coverage === "ALL" ? [] : listIds(form),
      sellingPlans: rows.map((row) => ({
        id: toNumber(read(row, "id")),
        name: read(row, "name"),
        interval: read(row, "interval"),
        intervalCount: toNumber(read(row, "intervalCount")),
        deliveryInterval: read(row, "deliveryInterval") || undefined,
        deliveryIntervalCount: toNumber(read(row, "deliveryIntervalCount")),
        discountPercentage: toNumber(read(row, "discount")),
        discountCycles: toNumber(read(row, "cycles")),
        laterDiscountPercentage: toNumber(read(row, "later")),
      })),
    },
  };
}

/** The field of the form for an error of the body. */
export function toFormPointer(pointer: string, rows: readonly number[]): string {
  const [, list, index, field = ""] = pointer.split("/");
  if (list === "productIds") return "/productIds";
  if (list !== "sellingPlans" || index === undefined) return list === "sellingPlans" ? "/name" : pointer;
  return `/${toRowField(rows[Number(index)] ?? 0, FIELD_OF[field] ?? "name")}`;
}
