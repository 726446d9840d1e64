import { toCustomerName } from "~/access/customer-name";
import { findCustomerOfShop } from "~/access/portal/portal-tokens.repo.server";
import { findContractId } from "~/features/event-stream/stream.repo.server";
import { listNotices } from "~/features/notices/notices.repo.server";
import { notFound } from "~/lib/problem";

const SHOWN = 100;

/**
 * The newest notices of a contract (the wire's id), or else of a customer.
 * @throws ProblemError not_found when the shop has no such contract or customer, and when neither is given
 */
export async function listNoticesOf(
  shopId: number,
  { contract, customer }: { contract?: number; customer?: number },
) {
  if (contract) {
    const id = await findContractId(shopId, contract);
    if (id === null) throw notFound("There is no such contract in this shop.");
    return {
      about: { title: `Contract ${contract}`, path: `/admin/contracts/${contract}` },
      notices: await listNotices(shopId, { contractId: id }, SHOWN),
    };
  }
  const found = customer ? await findCustomerOfShop(shopId, customer) : null;
  if (!customer || !found) throw notFound("There is no such customer in this shop.");
  return {
    about: {
      title: toCustomerName(found) || found.email || String(customer),
      path: `/admin/customers/${customer}`,
    },
    notices: await listNotices(shopId, { customerId: customer }, SHOWN),
  };
}
