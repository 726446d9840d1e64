import type { ContractFormat } from "~/features/contracts/contract-format";
import { toActionText, toText } from "~/features/contracts/contract-labels";
import type { FieldChange } from "~/ui/parts/field-changes";

export type TimelineEntry = {
  id: number;
  action: string;
  /** The part of the contract it happened to (a line's title), if it has a name. */
  subject: string | null;
  actor: string;
  /** For `<time datetime>`. */
  instant: string;
  when: string;
  /** Number of the bulk change that made it. */
  bulkAutomationId: number | null;
  changes: FieldChange[];
};

export type ActivityRow = {
  id: number;
  actorType: string;
  actorName: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  bulkAutomationId: number | null;
  createdAt: Date;
};

const INSTANT_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const DECIMAL_FORM = /^-?\d+(\.\d+)?$/;
const MONEY_FIELD = /(amount|price)$/i;
const ENUM_PATTERN = /^[A-Z]+(_[A-Z]+)*$/;
/** Ids and keys that mean nothing to readers. */
const HIDDEN_FIELDS = new Set([
  "version",
  "updatedAt",
  "scheduleAnchor",
  "pausedFromActive",
  "productId",
  "variantId",
  "sellingPlanId",
  "lineIds",
]);

/**
 * Free-text fields and records containing them (addresses, attributes). They are shown as they are, even if they look
 * like an instant ("2026-10-01T10:00Z") or a code ("SPRING_OFFER").
 */
const WRITTEN_FIELD =
  /^(code|discountCode|product|group|bundle|handle|zip|reason|error|failure|reference)$|(title|name|sku|note|subject|text|html|description|instructions|feedback|address|attributes|tags)$/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Labels where the field's own name would not be clear. */
const RECORDED_FIELD_LABELS = new Map([
  ["address1", "Address line 1"],
  ["address2", "Address line 2"],
  ["zip", "Postcode"],
  ["nextBillingDate", "Next order"],
  ["originOrderName", "First order"],
  ["importedId", "Imported as"],
  ["attemptCount", "Attempts"],
  ["lastPaymentStatus", "Last payment"],
  ["cancellationFeedback", "Reason for cancelling"],
]);
const toFieldText = (name: string): string => RECORDED_FIELD_LABELS.get(name) ?? toText(name);

/** Reads a recorded text as an instant; null if it is none, or only looks like one. */
function findInstant(text: string): Date | null {
  const instant = INSTANT_FORM.test(text) ? new Date(text) : null;
  return instant && !Number.isNaN(+instant) ? instant : null;
}

/** A stored value as text; null for "nothing". */
function toValueText(name: string, value: unknown, format: ContractFormat): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") {
    if (WRITTEN_FIELD.test(name)) return value;
    const instant = findInstant(value);
    if (instant) return format.dateTime(instant);
    if (MONEY_FIELD.test(name) && DECIMAL_FORM.test(value)) return format.money(value);
    return ENUM_PATTERN.test(value) && value.length > 3 ? toText(value) : value;
  }
  if (Array.isArray(value)) {
    const parts = value.map((item) => toValueText(name, item, format)).filter((part) => part !== null);
    return parts.length > 0 ? parts.join("; ") : null;
  }
  if (isRecord(value)) return toRecordText(name, value, format);
  return null;
}

/** The field name by which a part of a record is formatted: all parts of a free-text record are free text. */
const toPartName = (record: string, field: string): string => (WRITTEN_FIELD.test(record) ? record : field);

/** {key, value} pairs (attributes) become "key: value", other objects a list of their fields. */
function toRecordText(name: string, value: Record<string, unknown>, format: ContractFormat): string | null {
  if (typeof value.key === "string" && "value" in value && Object.keys(value).length === 2)
    return `${value.key}: ${toValueText("attributes", value.value, format) ?? "—"}`;
  const parts = Object.entries(value).flatMap(([field, part]) => {
    const text = toValueText(toPartName(name, field), part, format);
    return text === null ? [] : [`${toFieldText(field)}: ${text}`];
  });
  return parts.length > 0 ? parts.join(", ") : null;
}

/**
 * Before and after, field by field. An object on both sides (an address) is compared by its fields, to show only what
 * changed.
 *
 * @param record the field that holds these fields; empty for those of the contract
 */
function toFieldChanges(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  format: ContractFormat,
  record = "",
): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    if (HIDDEN_FIELDS.has(name)) return [];
    const [old, now] = [before?.[name], after?.[name]];
    if (isRecord(old) && isRecord(now))
      return toFieldChanges(old, now, format, toPartName(record, name)).map((change) => ({
        ...change,
        field: `${toFieldText(name)}: ${change.field.toLowerCase()}`,
      }));
    const change = {
      field: toFieldText(name),
      before: toValueText(toPartName(record, name), old, format),
      after: toValueText(toPartName(record, name), now, format),
    };
    return change.before === change.after ? [] : [change];
  });
}

/** An unchanged title identifies the line or discount, a date the order. */
function findSubject({ before, after }: ActivityRow, format: ContractFormat): string | null {
  const [old, now] = [before?.title ?? after?.title, after?.title ?? before?.title];
  if (typeof now === "string" && now === old) return now;
  const order = isRecord(after?.order) ? after.order : null;
  const day = typeof order?.date === "string" ? findInstant(order.date) : null;
  return day && format.date(day);
}

/** Fields that the text of a frequency already includes. */
const FREQUENCY_FIELDS = [
  "billingInterval",
  "billingIntervalCount",
  "deliveryInterval",
  "deliveryIntervalCount",
];

function withoutRepetition(fields: Record<string, unknown> | null): Record<string, unknown> | null {
  if (fields === null) return null;
  const repeated = "frequency" in fields ? FREQUENCY_FIELDS : [];
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (repeated.includes(name)) return [];
      if (name !== "order" || !isRecord(value)) return [[name, value]];
      const { date: _, ...rest } = value;
      return [[name, rest]];
    }),
  );
}

const ACTOR_KINDS: Record<string, string> = { api_key: "API key", customer: "Customer" };

export function toTimelineEntry(row: ActivityRow, format: ContractFormat): TimelineEntry {
  const kind = ACTOR_KINDS[row.actorType];
  const subject = findSubject(row, format);
  return {
    id: row.id,
    action: toActionText(row.action),
    subject,
    actor: kind ? `${kind} ${row.actorName}` : row.actorName,
    instant: row.createdAt.toISOString(),
    when: format.dateTime(row.createdAt),
    bulkAutomationId: row.bulkAutomationId,
    changes: toFieldChanges(withoutRepetition(row.before), withoutRepetition(row.after), format).filter(
      ({ field }) => subject === null || field !== toFieldText("title"),
    ),
  };
}
