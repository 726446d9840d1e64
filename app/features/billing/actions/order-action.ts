import { z } from "zod";
import type { PortalVisitor } from "~/features/billing/hosted/method-updates.service.server";
import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import type { FormRefusals } from "~/features/customer-pages/form-refusals";
import type { PortalBanner } from "~/features/customer-pages/texts/portal-outcomes";
import type { FieldError } from "~/lib/problem";
import type { AttemptStatus } from "~db/schema/attempt-enums";
import type { PortalAction } from "~db/schema/portal-settings";

/** The state that decides which actions are offered. */
export type OfferedOrder = {
  status: AttemptStatus;
  contractStatus: ContractStatus;
  autoCharge: boolean;
  hasGateway: boolean;
  /** Tries so far. */
  tries: number;
  /** Decimal string: how much can be refunded; null when it was not paid through the gateway. */
  refundable: string | null;
  /** Whether the customer could do something about it, and has an e-mail address. */
  isMailable: boolean;
};

/** What the texts of a dialog are about. */
export type OrderInDialog = {
  title: string;
  total: string;
  customer: string;
  method: string | null;
  tries: number;
  refunds: number;
  resentMails: number;
  /** Decimal string: how much can be refunded. */
  left: string;
  currencyCode: string;
  money(amount: string): string;
};

/** Fields of a dialog, if it has more than a button to confirm. */
type OrderFields =
  | { kind: "none" }
  | { kind: "reference" }
  /** Asks for the amount; the next dialog names it and asks for confirmation. `left`: decimal string. */
  | { kind: "amount"; left: string; amount: string; reason: string; problem: string | null }
  | { kind: "refund"; amount: string; reason: string };

/** The question before an action, as texts: what will happen, with the amount if money moves. */
type OrderDialogTexts = {
  title: string;
  lines: string[];
  confirm: string;
  isHarsh?: true;
  fields?: OrderFields;
  /** The state that the texts describe, sent along so that a form sent twice acts once. */
  seen?: number;
};

export type OrderDialog = Required<Omit<OrderDialogTexts, "isHarsh">> & {
  action: string;
  isHarsh: boolean;
};

/** A form of the order's page in the admin: `?action=<intent>` opens its dialog, `?intent=<intent>` performs it. */
type StaffForm<B extends z.ZodType> = {
  label: string | ((order: OfferedOrder) => string);
  /** Whether its button never stands out. */
  isQuiet?: true;
  /** The service of the action checks the same rule. */
  isOffered(order: OfferedOrder): boolean;
  /** Fields of the page's address that the dialog reads. */
  asked?: z.ZodRawShape;
  /** @param given values of the `asked` fields */
  dialog(order: OrderInDialog, given: Record<string, unknown>): OrderDialogTexts;
  body: B;
  /** Further errors of valid fields, found with the order when other fields are invalid. */
  findMore?(shopId: number, attemptId: number, valid: Partial<z.output<B>>): Promise<FieldError[]>;
  run(caller: OperationCaller, attemptId: number, body: z.output<B>): Promise<unknown>;
  /** Texts of the toasts by result; that of the wanted one has the action's name. */
  done: Record<string, string>;
  /** The result, if it is not always the wanted one. */
  report?(shopId: number, attemptId: number, body: z.output<B>): Promise<string>;
};

/** The contract of the page that had the form, and the version of it that the form showed. */
type PortalTarget = PortalVisitor & { contractId: number; expectedVersion?: number };

/** A form of the portal. */
type PortalForm<B extends z.ZodType> = FormRefusals & {
  operationId: string;
  /** The switch by which a shop can turn it off; null where the change itself checks. */
  action: PortalAction | null;
  body: B;
  /** @returns the banner, or an address outside the portal to continue at */
  run(target: PortalTarget, fields: z.output<B>): Promise<{ done: PortalBanner } | { url: string }>;
};

/**
 * An action on an order, declared once: its form in the admin, and the portal's forms. Its JSON endpoint stands in the
 * same file.
 */
export type OrderAction = {
  intent: string;
  staff: StaffForm<z.ZodObject>;
  /** By `intent`. */
  portalForms: Record<string, PortalForm<z.ZodType>>;
};

/** Declares an action. */
export const defineOrderAction = <B extends z.ZodObject>(
  intent: string,
  staff: StaffForm<B>,
  portalForms: OrderAction["portalForms"] = {},
): OrderAction => ({ intent, staff, portalForms });

export const orderPortalForm = <B extends z.ZodType>(form: PortalForm<B>): PortalForm<z.ZodType> => form;

/** The state that the form's texts described, so that a form sent twice acts once. */
export const seenField = z.coerce.number({ error: "Load the page again." }).int().min(0);
