import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { logger } from "~/lib/logger.server";
import { readDeliveryFailure } from "./delivery-report.server";
import { recordBounce } from "./mail-outcomes.service.server";
import { parseReturnAddress } from "./mail-returns.server";
import { findMail, type MailRow } from "./mails.repo.server";

/** Delivery reports quote the headers of a small mail; anything larger is not a report. */
const MOST_BYTES = 1024 * 1024;
const IDLE_MS = 60_000;
const LISTEN_AGAIN_MS = 5000;

export type ReturnServer = { port: number; stop(): Promise<void> };

/** A refusal in SMTP (RFC 5321 §4.2): the returning server tries again after 4xx, not after 5xx. */
const refuse = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
const TRY_LATER = refuse(451, "Not now, please try again later");
const UNKNOWN = refuse(550, "No such address");

/**
 * Receives mails returned to the addresses of `mail-returns.server.ts`, and no others: nothing is relayed. A report of
 * a failed delivery marks its mail as bounced before it is acknowledged, so nothing is lost when this process dies.
 *
 * @param options.host default: all addresses of this machine
 * @returns once it listens; while another worker of this machine has the port, it waits for that one to end
 * @throws AbortError when `signal` is aborted first
 */
export async function startReturnServer(options: {
  host?: string;
  port: number;
  clock: () => Date;
  signal?: AbortSignal;
}): Promise<ReturnServer> {
  const server = new SMTPServer({
    banner: "Perennial takes returned mails",
    // No login and no TLS: there are no accounts and no certificate.
    disabledCommands: ["AUTH", "STARTTLS"],
    size: MOST_BYTES,
    maxClients: 50,
    socketTimeout: IDLE_MS,
    closeTimeout: 1000,
    onRcptTo({ address }, _session, done) {
      findReturned(address).then(
        (mail) => done(mail ? null : UNKNOWN),
        (error) => done(toTemporary(error)),
      );
    },
    onData(stream, session, done) {
      takeReturned(stream, session, options.clock()).then(
        () => done(),
        (error) => done("responseCode" in error ? error : toTemporary(error)),
      );
    },
  });
  server.on("error", (error) => logger.warn({ err: error }, "returned mails"));
  await listenOnceFree(server, options);
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  if (options.signal?.aborted) {
    await stop();
    options.signal.throwIfAborted();
  }
  const address = server.server.address();
  return { port: typeof address === "object" && address ? address.port : options.port, stop };
}

async function listenOnceFree(
  server: SMTPServer,
  { host, port, signal }: { host?: string; port: number; signal?: AbortSignal },
): Promise<void> {
  for (let isReported = false; ; isReported = true) {
    try {
      server.server.listen(port, host);
      // Not ended by `signal`: the server might start listening afterwards.
      await once(server.server, "listening");
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
      if (!isReported) logger.info({ port }, "another process takes returned mails on this port");
      await delay(LISTEN_AGAIN_MS, undefined, { signal });
    }
  }
}

function toTemporary(error: unknown): Error {
  logger.error({ err: error }, "a returned mail could not be taken");
  return TRY_LATER;
}

async function findReturned(address: string): Promise<MailRow | null> {
  const returned = parseReturnAddress(address);
  if (!returned) return null;
  const mail = await findMail(returned.shopId, returned.mailId);
  if (!mail?.returnCode) return null;
  return timingSafeEqual(Buffer.from(mail.returnCode), Buffer.from(returned.returnCode)) ? mail : null;
}

async function takeReturned(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  now: Date,
): Promise<void> {
  const chunks: Buffer[] = [];
  // Read to the end, or the connection cannot be used further.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw refuse(552, "That is too long for a report");
  const reason = await readDeliveryFailure(Buffer.concat(chunks));
  if (reason === null) return;
  for (const { address } of session.envelope.rcptTo) {
    const mail = await findReturned(address);
    if (mail) await recordBounce(mail, reason, now);
  }
}
