import { toE164 } from "~/lib/addresses/phone-numbers.server";
import type { NoticeSubject } from "./notices.repo.server";

type Named = { firstName: string | null; lastName: string | null };

const toKey = ({ firstName, lastName }: Named): string =>
  [firstName, lastName]
    .map((name) => name?.trim().toLowerCase())
    .filter(Boolean)
    .join(" ");

/**
 * The number for text messages to a contract's customer, in E.164: their own, else that of their own address, else the
 * one for the carrier. The last counts only if the customer is the recipient: the recipient of a gift must not be
 * notified.
 */
export function findPhone({
  contract,
  customer,
}: Pick<NoticeSubject, "contract" | "customer">): { phone: string } | { reason: "NO_PHONE" | "BAD_PHONE" } {
  const own = customer.defaultAddress;
  const to = contract.deliveryAddress;
  const isToThemselves = to !== null && ["", toKey(customer)].includes(toKey(to));
  const numbers = [
    { text: customer.phone, country: own?.countryCode ?? to?.countryCode },
    { text: own?.phone, country: own?.countryCode },
    { text: isToThemselves ? to.phone : null, country: to?.countryCode },
  ].flatMap(({ text, country }) => (text?.trim() ? [toE164(text, country ?? null)] : []));
  const phone = numbers.find((number) => number !== null);
  return phone ? { phone } : { reason: numbers.length === 0 ? "NO_PHONE" : "BAD_PHONE" };
}
