import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A TCP relay to a Postgres that can be cut and restored, as a network can.
 *
 * @param intercept gets what a client is about to send, and its connection; if it returns true, the data never arrives
 */
export async function openRelayTo(
  databaseUrl: string,
  intercept: (request: Buffer, near: Socket) => boolean = () => false,
) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const relay = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("close", () => sockets.delete(one) && other.destroy()).on("error", () => other.destroy());
    }
    far.pipe(near);
    near.on("data", (request) => void (intercept(request, near) || far.write(request)));
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const address = relay.address();
  if (typeof address !== "object" || !address) throw new Error("the relay has no port");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend() {
      isCut = false;
    },
    close() {
      cut();
      relay.close();
    },
  };
}
