import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { env } from "~/lib/env.server";
import { requireDataFolder } from "~db/data-folder";

const CONNECT_MS = 10_000;
const STALL_MS = 30_000;

/** A message must not make us read a file or fetch an address. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const;

/** The folder for mails while there is no mail server: one file each, for the operator. */
const requireMailFolder = async (): Promise<string> => {
  const folder = path.join(requireDataFolder(), "mails");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
};

/** Whether mails leave this machine. */
export const hasMailServer = (): boolean => env.SMTP_URL !== undefined;

/** Hands a message to the mail server. @throws any error of the server or the connection (see `readMailFailure`) */
export async function handOver(message: SendMailOptions, fileName: string): Promise<void> {
  if (env.SMTP_URL) {
    const url = env.SMTP_URL;
    const transport = createTransport({
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: STALL_MS,
      ...CLOSED,
    });
    await transport.sendMail(message);
    return;
  }
  const transport = createTransport({ streamTransport: true, buffer: true, ...CLOSED });
  const { message: bytes } = await transport.sendMail(message);
  if (!Buffer.isBuffer(bytes)) throw new Error("a mail was not put together in memory");
  await writeFile(path.join(await requireMailFolder(), fileName), bytes, { mode: 0o600 });
}

export type MailFailure = { isPermanent: boolean; text: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * Why a mail was not accepted. Permanent: a 5xx (RFC 5321 §4.2.1) about this recipient or this message. A refused login
 * or sender is a matter of configuration and is tried again.
 */
export function readMailFailure(error: unknown): MailFailure {
  const { code, responseCode, command } = isRecord(error) ? error : {};
  const isRefused = typeof responseCode === "number" && responseCode >= 500;
  const isPermanent = isRefused && (command === "RCPT TO" || command === "DATA");
  const said =
    typeof responseCode === "number"
      ? `The mail server answered ${responseCode}`
      : "No mail server was reached";
  return { isPermanent, text: `${said}${typeof code === "string" ? ` (${code})` : ""}.` };
}
