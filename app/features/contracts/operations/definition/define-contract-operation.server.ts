import type { z } from "zod";
import type { ApiArea } from "~/access/api-scopes";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import {
  type ChangedContract,
  type ContractCaller,
  type ContractTarget,
  changeAndReadContract,
  changeContract,
  changeContractIn,
} from "~/features/contracts/change/contract-change.service.server";
import type { ShopClock } from "~/features/contracts/change/order-plan";
import { requireStorableOrder } from "~/features/contracts/order-limit";
import { rawContract } from "~/features/contracts/record/raw-contract";
import { getTaggedContract } from "~/features/contracts/record/raw-contract.service.server";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import type { OrderCosts } from "~/features/contracts/undo/order-costs";
import { readOrderCosts } from "~/features/contracts/undo/order-costs.service.server";
import { withUndo } from "~/features/contracts/undo/undo.service.server";
import type { FormRefusals } from "~/features/customer-pages/form-refusals";
import type { KeptByOffer } from "~/features/facts/facts.service.server";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import type { ApiTag } from "~/http/endpoint/openapi-parts";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { PortalAction } from "~db/schema/portal-settings";
import { inDryRun, type Transaction } from "~db/transaction.server";
import { type AmountNames, findAmountsOutOfCurrency } from "./amounts-in-currency.server";
import {
  type Declared,
  defineForBothCallers,
  type OperationCaller,
  type OperationInput,
  toOwner,
} from "./contract-operation.server";
import type { StaffDialog } from "./staff-dialog";

/** The contract, and the version the caller has seen (from a form; JSON callers have none). */
type Which = { contractId: number; expectedVersion?: number };

/** How a banner's undo works: with these fields, by the same form and switch unless others are named. */
type Undo = { fields: Record<string, string>; intent?: string; behind?: PortalAction };
type UndoPage = ShopClock & {
  shopId: number;
  contractId: number;
  /** Who sees it. */
  visitor: Pick<OperationCaller, "shop" | "customerId" | "receivedAt">;
  /** The newest last; `code` is null for one that the shop has given. */
  discounts: readonly { id: string; code: string | null }[];
};
/** null once it is no longer possible. */
type FoundUndo = Undo | null | Promise<Undo | null>;

type Outcome<Done extends string> = { done: Done; undo?: string };

/** A form of the portal; its fields may have other names than the operation's. */
type PortalForm<W, Done extends string> = FormRefusals & {
  operationId: string;
  /** Parses the form into the wanted change. */
  body: z.ZodType<W>;
  /** The offer before cancelling that this form takes. */
  offer?: KeptByOffer["offer"];
  /** Fills in what the form only refers to by id. @throws ProblemError invalid_request */
  complete?(wanted: W, visit: { reasons: readonly { id: string; text: string }[] }): W;
  /** `done` names the text of the banner, `undo` is the value its undo takes; both go into the page's address. */
  outcome(wanted: W, before: ContractState, clock: ShopClock): Outcome<Done> | Promise<Outcome<Done>>;
  /** Undo of each banner; a function gets the outcome's `undo`. */
  undo?: Partial<Record<Done, Undo | ((value: string, page: UndoPage) => FoundUndo)>>;
};

/** What happens outside of the change's transaction: counting tries. */
type Around = <R>(caller: OperationCaller, change: () => Promise<R>) => Promise<R>;

/** An operation as portal and admin use it: its forms, and what they do. */
export type ContractOperation<Done extends string, W extends object = object> = {
  /** The switch by which a shop can turn it off for its customers; null where the change itself checks. */
  customerSwitch: PortalAction | null;
  around: Around;
  /** Fields of its calls and forms that are amounts in the contract's currency. */
  amounts?: AmountNames;
  /** By `intent`, as in the admin's contract page: each parses its fields into the wanted change. */
  portalForms: Record<string, PortalForm<W, Done>>;
  staffForms: Record<string, z.ZodType<W>>;
  /** By `intent`: the dialogs of the staff forms. */
  staffDialogs: Record<string, StaffDialog>;
  /** By `intent`: the toast's text after a staff form that has no dialog. */
  staffDone: Record<string, string>;
  /** The change alone, for authorised callers. @throws ProblemError as its rule and `changeContract` */
  run(caller: ContractCaller, wanted: Which & W): Promise<ChangedContract>;
  /** Makes the change and rolls it back: order amounts before and after. Refused as the change itself would be. */
  dryRun(caller: ContractCaller, wanted: Which & W): Promise<DryRunCosts>;
};

type DryRunCosts = { before: OrderCosts; after: OrderCosts };

/** What both JSON callers get: some view of the contract after the change. */
export type OperationAnswer<W = unknown> = {
  tag?: ApiTag;
  area?: ApiArea;
  response: z.ZodType;
  example: unknown;
  hasEntityTag?: true;
  /**
   * By one statement.
   * @param on the transaction of the change, which is not committed yet: another connection would not see it
   * @param done what was wanted, and the contract as the change found it
   */
  read(
    on: Queryable,
    caller: OperationCaller,
    contractId: number,
    done: { wanted: W; before: ContractState },
  ): Promise<unknown>;
};

const RAW_CONTRACT: OperationAnswer = {
  response: rawContract,
  example: RAW_CONTRACT_EXAMPLE,
  hasEntityTag: true,
  read: (on, { shop, customerId }, contractId) => getTaggedContract(shop.id, contractId, customerId, on),
};

/** What a rule gets besides the contract and the wanted change. */
export type ChangeContext = {
  caller: ContractCaller;
  clock: ShopClock;
  isCustomer: boolean;
  tx: Transaction;
};

type Definition<W extends object, Done extends string> = Partial<
  Pick<ContractOperation<Done, W>, "around" | "portalForms" | "staffForms" | "staffDialogs" | "staffDone">
> & {
  /**
   * The portal switch that customers need, computed from the contract where it depends on it; none = not for customers.
   */
  customerSwitch?: PortalAction | ((state: ContractState, wanted: W) => PortalAction);
  /**
   * Whether staff can undo it, which restores the contract as it was (operations/undo). Only for changes whose `also`
   * writes nothing else.
   */
  canBeUndone?: boolean;
  /** The order it concerns, however old. */
  orderOf?(wanted: W): number;
  /** The sent fields that may make an order cost too much; without any, that is a conflict. */
  amountFields?(wanted: W): Pick<FieldError, "parameter" | "pointer">[];
  /**
   * The rule: returns the change (null: nothing to do) with the action name for the history, or refuses by throwing.
   */
  change(
    state: ContractState,
    wanted: W,
    context: ChangeContext,
  ): ContractChange | null | Promise<ContractChange | null>;
  answer?: OperationAnswer;
  /** Fields of its calls and forms that are amounts in the contract's currency. */
  amounts?: AmountNames;
};

/**
 * An operation on one contract, declared once. `W` is the wanted change, parsed from any kind of caller; `Done` are the
 * portal banners that its forms end with. `json` makes its JSON endpoints; the forms of portal and admin are collected
 * from the list (contract-operations.server.ts). Source: docs/decisions/042.
 */
export function defineContractOperation<W extends object, Done extends string = never>({
  customerSwitch,
  canBeUndone = false,
  orderOf,
  amountFields = () => [],
  change,
  answer = RAW_CONTRACT,
  amounts,
  around = (_caller, change) => change(),
  portalForms = {},
  staffForms = {},
  staffDialogs = {},
  staffDone = {},
}: Definition<W, Done>) {
  const shared = typeof customerSwitch === "string" ? customerSwitch : null;

  async function runIn<R>(
    caller: ContractCaller,
    wanted: Which & W,
    make: (target: ContractTarget, changeOf: Parameters<typeof changeContract>[1]) => Promise<R>,
  ): Promise<R> {
    const { shop, customerId, audit } = caller;
    const { contractId, expectedVersion } = wanted;
    const target = { ...caller, contractId, expectedVersion, attemptId: orderOf?.(wanted) };
    const isCustomer = customerId !== null;
    if (isCustomer && !customerSwitch) throw new ProblemError("forbidden", "This is the shop's to change.");
    return make(target, async (state, tx) => {
      if (isCustomer && typeof customerSwitch === "function")
        requirePortalAction(await readPortalSettings(shop.id, tx), customerSwitch(state, wanted));
      const clock = { now: audit.now, timeZone: shop.timeZone };
      const made = await change(state, wanted, { caller, clock, isCustomer, tx });
      if (made) requireStorableOrder(state, made, amountFields(wanted));
      return canBeUndone && made && audit.actor.type === "staff" ? withUndo(state, made, audit.now) : made;
    });
  }

  const run = (caller: ContractCaller, wanted: Which & W) => runIn(caller, wanted, changeContract);

  const dryRun = (caller: ContractCaller, wanted: Which & W): Promise<DryRunCosts> =>
    inDryRun(async (tx) => {
      const which = { shopId: caller.shop.id, contractId: wanted.contractId, now: caller.audit.now };
      const before = await readOrderCosts(tx, which);
      await runIn(caller, wanted, (...change) => changeContractIn(tx, ...change));
      return { before, after: await readOrderCosts(tx, which) };
    });

  /** The two endpoints of one path: the merchant's and, if customers may call it, theirs. */
  function json<
    P extends z.ZodType | undefined = undefined,
    Q extends z.ZodType | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
  >({
    read,
    answer: ofUrl,
    ...declared
  }: Declared<P, Q, B> & {
    /** Turns the input into the wanted change and its contract. */
    read(input: OperationInput<P, Q, B>, caller: OperationCaller): (Which & W) | Promise<Which & W>;
    /** Where this path answers differently from the operation's others. */
    answer?: OperationAnswer<W>;
  }) {
    const { read: readAnswer, ...answered } = ofUrl ?? answer;

    /** If `read` refuses well-formed input, the error also names amounts that do not fit the currency. */
    async function readAll(input: OperationInput<P, Q, B>, caller: OperationCaller): Promise<Which & W> {
      try {
        return await read(input, caller);
      } catch (error) {
        const known = error instanceof ProblemError && error.code === "invalid_request" && error.extra.errors;
        if (!amounts || !known) throw error;
        throw invalidRequest([...known, ...(await findAmountsOutOfCurrency(caller, input, amounts, known))]);
      }
    }

    return defineForBothCallers<unknown, P, Q, B>({
      isForMerchants: !customerSwitch,
      ...declared,
      ...answered,
      ...(amounts && {
        async findMore({ principal, ...sent }, known) {
          const more = (await declared.findMore?.({ principal, ...sent }, known)) ?? [];
          const found = await findAmountsOutOfCurrency(toOwner(principal), sent, amounts, [
            ...known,
            ...more,
          ]);
          return [...more, ...found];
        },
      }),
      portalAction: shared ?? undefined,
      answer: async (caller, input) => {
        const wanted = await readAll(input, caller);
        const { answer } = await around(caller, () =>
          runIn(caller, wanted, (...change) =>
            changeAndReadContract(...change, (before, tx) =>
              readAnswer(tx, caller, wanted.contractId, { wanted, before }),
            ),
          ),
        );
        return answer;
      },
    });
  }

  return {
    customerSwitch: shared,
    around,
    amounts,
    portalForms,
    staffForms,
    staffDialogs,
    staffDone,
    run,
    dryRun,
    json,
  };
}
