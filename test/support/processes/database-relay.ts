import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

/**
 * A TCP relay to a Postgres that can be cut and restored, as a network can.
 *
 * @param intercept gets what a client is about to send, and its connection; if it returns true, the data never arrives
 * @param toPieces cuts up what the database sends; the client reads each piece by itself
 */
export async function openRelayTo(
  databaseUrl: string,
  intercept: (request: Buffer, near: Socket) => boolean = () => false,
  toPieces?: (answer: Buffer) => Iterable<Buffer>,
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
    if (toPieces)
      Readable.from(pieceByPiece(far, toPieces))
        .on("error", () => near.destroy())
        .pipe(near.setNoDelay());
    else far.pipe(near);
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

async function* pieceByPiece(source: Socket, toPieces: (answer: Buffer) => Iterable<Buffer>) {
  for await (const answer of source) {
    for (const piece of toPieces(answer)) {
      yield piece;
      // Until the piece before has been read.
      await setImmediate();
    }
  }
}
