import http from "node:http";
import type { AddressInfo } from "node:net";
import { signProxyParameters } from "../../app/access/portal/proxy-signature";
import { APP_SECRET } from "../../test/support/calls/app-secret";

export type Storefront = {
  origin: string;
  /** Requested paths other than the portal's. */
  refused: string[];
  /** Who is signed in with the platform from now on; null = nobody, as at the beginning. */
  signIn(customerId: number | null): void;
  close(): Promise<void>;
};

/**
 * A storefront as the platform serves it: forwards only the portal's sub-path to the app, signs each request's query,
 * and removes cookies in both directions (wire.md §1 "No portal cookie"). Everything else is the theme's 404.
 */
export async function openStorefront(
  app: string,
  shop: { storeDomain: string; subPath: string },
): Promise<Storefront> {
  const refused: string[] = [];
  let signedIn: number | null = null;
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://storefront");
    if (url.pathname !== `/${shop.subPath}` && !url.pathname.startsWith(`/${shop.subPath}/`)) {
      refused.push(url.pathname);
      response.writeHead(404).end("theme");
      return;
    }
    const parameters = url.searchParams;
    parameters.set("shop", shop.storeDomain);
    parameters.set("path_prefix", `/${shop.subPath}`);
    parameters.set("timestamp", String(Math.floor(Date.now() / 1000)));
    parameters.set("logged_in_customer_id", signedIn === null ? "" : String(signedIn));
    parameters.set("signature", signProxyParameters(parameters, APP_SECRET));
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string" && !["cookie", "host", "connection"].includes(name))
        headers.set(name, value);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await fetch(`${app}${url.pathname}?${parameters}`, {
      method: request.method,
      headers,
      redirect: "manual",
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const kept = [...answer.headers].filter(
      ([name]) => !["set-cookie", "content-encoding", "content-length", "transfer-encoding"].includes(name),
    );
    response.writeHead(answer.status, Object.fromEntries(kept));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    refused,
    signIn(customerId) {
      signedIn = customerId;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
