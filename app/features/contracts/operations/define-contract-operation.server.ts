import type { z } from "zod";
import type { ApiArea } from "~/access/api-scopes";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import {
  type ChangedContract,
  type ContractCaller,
  type ContractTarget,
  changeContract,
  changeContractIn,
} from "~/features/contracts/change/contract-change.service.server";
import type { ShopClock } from "~/features/contracts/change/order-plan";
import {
  type Declared,
  defineForBothCallers,
  type OperationCaller,
  type OperationInput,
} from "~/features/contracts/operations/contract-operation.server";
import { rawContract } from "~/features/contracts/record/raw-contract";
import { getTaggedContract } from "~/features/contracts/record/raw-contract.service.server";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import type { OrderCosts } from "~/features/contracts/way-back/order-costs";
import { readOrderCosts } from "~/features/contracts/way-back/order-costs.service.server";
import { withWayBack } from "~/features/contracts/way-back/way-back.service.server";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import type { ApiTag } from "~/http/endpoint/openapi-parts";
import { ProblemError } from "~/lib/problem";
import type { PortalAction } from "~db/schema/portal-settings";
import { inTrial, type Transaction } from "~db/transaction.server";

/** Which contract, and which version of it the caller has seen (a form's; JSON callers have none). */
type Which = { contractId: number; expectedVersion?: number };

/** The way back: the same form with other fields behind the same switch, unless others are named. */
type Undo = { fields: Record<string, string>; intent?: string; behind?: PortalAction };
type UndoPage = ShopClock & { discounts: readonly { id: string; title: string }[] };

type Outcome<Done extends string> = { done: Done; undo?: string };

/** A form of the portal: its fields may have other names than the operation's. */
type PortalForm<W, Done extends string> = {
  operationId: string;
  summary: string;
  /** Reads the form into what is wanted. */
  body: z.ZodType<W>;
  /** Fills in what the form only refers to. @throws ProblemError invalid_request */
  complete?(wanted: W, visit: { reasons: readonly { id: string; text: string }[] }): W;
  /** `done` names the text of the notice, `undo` is what the way back takes; both stand in the page's address. */
  outcome(wanted: W, before: ContractState, clock: ShopClock): Outcome<Done> | Promise<Outcome<Done>>;
  /** By what was done; a function is given the outcome's `undo`, and null of it is no way back any more. */
  undo?: Partial<Record<Done, Undo | ((value: string, page: UndoPage) => Undo | null)>>;
};

/** An operation as the portal and the admin collect it: which forms they have of it, and what these do. */
export type ContractOperation<Done extends string, W extends object = object> = {
  /** What the shop may have switched off for its customers; null where the change itself asks. */
  customerSwitch: PortalAction | null;
  /** By their `intent`, as are those of the admin's contract page: each reads its fields into what is wanted. */
  portalForms: Record<string, PortalForm<W, Done>>;
  staffForms: Record<string, z.ZodType<W>>;
  /** The change alone, for callers that have been let in. @throws ProblemError as its rule and `changeContract` */
  run(caller: ContractCaller, wanted: Which & W): Promise<ChangedContract>;
  /** The same, and taken back at once: what orders cost before it and after. Refused as the change itself would be. */
  tryOut(caller: ContractCaller, wanted: Which & W): Promise<Trial>;
};

type Trial = { before: OrderCosts; after: OrderCosts };

/** What both JSON callers are answered: something of the contract as it is afterwards. */
export type OperationAnswer<W = unknown> = {
  tag?: ApiTag;
  area?: ApiArea;
  response: z.ZodType;
  example: unknown;
  hasEntityTag?: true;
  /** @param done what was wanted, and the contract as the change found it */
  read(
    caller: OperationCaller,
    contractId: number,
    done: { wanted: W; before: ContractState },
  ): Promise<unknown>;
};

const RAW_CONTRACT: OperationAnswer = {
  response: rawContract,
  example: RAW_CONTRACT_EXAMPLE,
  hasEntityTag: true,
  read: ({ shop, customerId }, contractId) => getTaggedContract(shop.id, contractId, customerId),
};

/** What a rule is told beside the contract and what is wanted of it. */
export type ChangeContext = {
  caller: ContractCaller;
  clock: ShopClock;
  isCustomer: boolean;
  tx: Transaction;
};

type Definition<W extends object, Done extends string> = Partial<
  Pick<ContractOperation<Done, W>, "portalForms" | "staffForms">
> & {
  /** What it takes for customers: a switch of the portal, found from the contract where that decides; none = not for them. */
  customerSwitch?: PortalAction | ((state: ContractState, wanted: W) => PortalAction);
  /** Whether staff can take it back: the contract is then as it was before (operations/undo). For changes that `also` write nothing else. */
  canBeUndone?: boolean;
  /** The order that it is about, however old. */
  orderOf?(wanted: W): number;
  /** The rule: what is to be changed (null: nothing), with the name that the history shows in words. It refuses by throwing. */
  change(
    state: ContractState,
    wanted: W,
    context: ChangeContext,
  ): ContractChange | null | Promise<ContractChange | null>;
  answer?: OperationAnswer;
};

/**
 * An operation on one contract, declared once. `W` is what is wanted, read from whatever brings it; `Done` are the notices
 * of the portal that its forms end with. Its JSON endpoints come from `json`, the forms of the portal and the admin
 * are collected from the list (contract-operations.server.ts). Source: docs/decisions/042.
 */
export function defineContractOperation<W extends object, Done extends string = never>({
  customerSwitch,
  canBeUndone = false,
  orderOf,
  change,
  answer = RAW_CONTRACT,
  portalForms = {},
  staffForms = {},
}: Definition<W, Done>) {
  const shared = typeof customerSwitch === "string" ? customerSwitch : null;

  async function runIn(
    caller: ContractCaller,
    wanted: Which & W,
    make: (
      target: ContractTarget,
      changeOf: Parameters<typeof changeContract>[1],
    ) => ReturnType<typeof changeContract>,
  ): Promise<ChangedContract> {
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
      return canBeUndone && made && audit.actor.type === "staff" ? withWayBack(state, made, audit.now) : made;
    });
  }

  const run = (caller: ContractCaller, wanted: Which & W) => runIn(caller, wanted, changeContract);

  const tryOut = (caller: ContractCaller, wanted: Which & W): Promise<Trial> =>
    inTrial(async (tx) => {
      const which = { shopId: caller.shop.id, contractId: wanted.contractId, now: caller.audit.now };
      const before = await readOrderCosts(tx, which);
      await runIn(caller, wanted, (...change) => changeContractIn(tx, ...change));
      return { before, after: await readOrderCosts(tx, which) };
    });

  /** The two endpoints of one URL path: the merchant's and the customer's. */
  function json<
    P extends z.ZodType | undefined = undefined,
    Q extends z.ZodType | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
  >({
    read,
    answer: ofUrl,
    ...declared
  }: Declared<P, Q, B> & {
    /** What was sent, as what is wanted of which contract. */
    read(input: OperationInput<P, Q, B>, caller: OperationCaller): (Which & W) | Promise<Which & W>;
    /** Where this URL answers something else than the operation's others. */
    answer?: OperationAnswer<W>;
  }) {
    const { read: readAnswer, ...answered } = ofUrl ?? answer;
    return defineForBothCallers<unknown, P, Q, B>({
      ...declared,
      ...answered,
      portalAction: shared ?? undefined,
      answer: async (caller, input) => {
        const wanted = await read(input, caller);
        const { before } = await run(caller, wanted);
        return readAnswer(caller, wanted.contractId, { wanted, before });
      },
    });
  }

  return { customerSwitch: shared, portalForms, staffForms, run, tryOut, json };
}
