import type { z } from "zod";
import { toCustomerName } from "~/access/customer-name";
import { isExpiredCard } from "~/features/contracts/card-expiry";
import { decodeCursor, encodeCursor } from "~/features/contracts/list/contract-cursor";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { listRawContractSources } from "~/features/contracts/record/raw-contract.repo.server";
import { toPaymentMethod, toRawContract } from "~/features/contracts/record/raw-contract.server";
import { env } from "~/lib/env.server";
import { toGid } from "~/lib/gid";
import { invalidRequest, notFound } from "~/lib/problem";
import {
  findCustomerWithStatuses,
  listStoredPaymentMethods,
  type StoredPaymentMethod,
} from "./customer.repo.server";
import { type customerWithContracts, type paymentMethodList, toSubscriberStatus } from "./customer.schema";

const PAGE_SIZE = 20;
const KEYS = [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?[+-]\d\d(:\d\d)?$/, /^\d{1,16}$/];

/**
 * A customer with a page of their contracts.
 *
 * @param cursor from `edges` or `endCursor`; undefined = from the newest
 * @throws ProblemError not_found, the same for another shop's and another customer's; invalid_request for a cursor that
 *   no page of this customer gave
 */
export async function getCustomerWithContracts(
  { shop, customerId: owner }: OperationCaller,
  customerId: number,
  cursor: string | undefined,
): Promise<z.output<typeof customerWithContracts>> {
  const after = cursor === undefined ? null : readCursor(cursor, customerId);
  const customer = await findCustomerWithStatuses(shop.id, customerId, owner);
  if (!customer) throw customerNotFound();
  const found = await listRawContractSources(shop.id, customerId, after, PAGE_SIZE + 1);
  const edges = found.slice(0, PAGE_SIZE).map(({ keys, ...source }) => ({
    node: toRawContract(source),
    cursor: encodeCursor({ direction: "next", keys, list: toList(customerId) }),
  }));
  return {
    id: toGid(env.GID_NAMESPACE, "Customer", customer.id),
    displayName: toCustomerName(customer) || (customer.email ?? ""),
    email: customer.email,
    phone: customer.phone,
    tags: customer.tags,
    productSubscriberStatus: toSubscriberStatus(customer.statuses),
    subscriptionContracts: {
      nodes: edges.map(({ node }) => node),
      edges,
      pageInfo: {
        get__typename: "PageInfo",
        hasPreviousPage: after !== null,
        hasNextPage: found.length > PAGE_SIZE,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      },
    },
  };
}

/** @throws ProblemError not_found, the same for another shop's and another customer's */
export async function listPaymentMethods(
  { shop, customerId: owner, audit }: OperationCaller,
  customerId: number,
): Promise<z.output<typeof paymentMethodList>> {
  const customer = await findCustomerWithStatuses(shop.id, customerId, owner);
  if (!customer) throw customerNotFound();
  const stored = await listStoredPaymentMethods(shop.id, customerId);
  const isExpired = (card: StoredPaymentMethod) =>
    isExpiredCard(card, { now: audit.now, timeZone: shop.timeZone });
  const usableFirst = [
    ...stored.filter((card) => card.revokedAt === null && !isExpired(card)),
    ...stored.filter((card) => card.revokedAt === null && isExpired(card)),
    ...stored.filter((card) => card.revokedAt !== null),
  ];
  return usableFirst.flatMap((each) => toPaymentMethod(each) ?? []);
}

const customerNotFound = () => notFound("There is no such customer.");

/** The name of the list that a cursor belongs to. */
const toList = (customerId: number) => `contracts of customer ${customerId}`;

function readCursor(text: string, customerId: number): string[] {
  const cursor = decodeCursor(text);
  const isOurs =
    cursor?.list === toList(customerId) &&
    cursor.keys?.length === KEYS.length &&
    cursor.keys.every((key, index) => KEYS[index]?.test(key));
  if (isOurs && cursor?.keys) return cursor.keys;
  throw invalidRequest([
    {
      parameter: "cursor",
      code: "invalid_cursor",
      detail: "Use a cursor as a page of this customer gave it.",
    },
  ]);
}
