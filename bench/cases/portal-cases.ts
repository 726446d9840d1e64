import type { LoadGenerator, Measured } from "../measure/servers";
import { type Comparison, compare, type Effort } from "./cases";

const MERCHANT = "/api/external/v2";
const PORTAL = "/apps/memberships/cp";
const CUSTOMERS = 100;

export type PortalComparison = { link: Comparison; read: Comparison; page: Comparison };
/** A customer with a contract, and a token that opens it. */
export type Visit = { customerId: number; contractId: number; token: string };

export async function openVisits(app: Measured): Promise<Visit[]> {
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${app.port}${MERCHANT}/${path}`, { headers: app.headers });
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return response.json();
  };
  const contracts: { customerId: number; subscriptionContractId: number }[] = await ask(
    `subscription-contract-details?status=ACTIVE&size=${CUSTOMERS}`,
  );
  const visits: Visit[] = [];
  for (const { customerId, subscriptionContractId: contractId } of contracts) {
    const { token } = await ask(`customer-portal-token?customerId=${customerId}`);
    visits.push({ customerId, contractId, token });
  }
  return visits;
}

export const toContractPage = ({ contractId, token }: Visit): string =>
  `${PORTAL}?contract=${contractId}&token=${token}`;

/**
 * Creating a portal link, reading a contract with a portal token, and the portal's page of it, in the app and in a
 * handler of the same statements without tokens or markup.
 */
export async function comparePortal(
  load: LoadGenerator,
  app: Measured,
  bare: Measured,
  visits: readonly Visit[],
  effort: Effort,
): Promise<PortalComparison> {
  const run = (toPath: (visit: Visit) => string) => {
    const paths = visits.map(toPath);
    return compare(load, app, bare, () => ({ path: "", paths }), effort);
  };
  return {
    link: await run(({ customerId }) => `${MERCHANT}/manage-subscription-link?customerId=${customerId}`),
    read: await run(
      ({ contractId, token }) =>
        `${PORTAL}/api/subscription-contracts/contract-external/${contractId}?token=${token}`,
    ),
    page: await run(toContractPage),
  };
}
