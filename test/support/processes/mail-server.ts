import { once } from "node:events";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  recipient: string;
  /** From the envelope: the return address, and the requested extensions. */
  sender: string;
  parameters: object;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Map<string, string>;
};

type Refusal = { code: number; at: "RCPT TO" | "DATA" | "AUTH" };

/** A real mail server on a free port of this machine; it accepts everything, unless `refuse` says otherwise. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let refusal: Refusal | null = null;
  let before: ((mail: ReceivedMail) => Promise<void>) | null = null;
  const refuseAt = (place: Refusal["at"]) =>
    refusal?.at === place ? Object.assign(new Error("no"), { responseCode: refusal.code }) : null;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    hideDSN: false,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refuseAt("AUTH"), { user: "sender" }),
    onRcptTo: (_address, _session, done) => done(refuseAt("RCPT TO")),
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const problem = refuseAt("DATA");
      if (problem) return done(problem);
      const parsed = await PostalMime.parse(Buffer.concat(chunks));
      const from = session.envelope.mailFrom;
      const mail = {
        recipient: session.envelope.rcptTo[0]?.address ?? "",
        sender: from ? from.address : "",
        parameters: session.envelope.dsn ?? {},
        from: `${parsed.from?.name} <${parsed.from?.address}>`,
        subject: parsed.subject ?? "",
        text: parsed.text ?? "",
        html: parsed.html ?? "",
        messageId: parsed.messageId ?? "",
        headers: new Map(parsed.headers.map(({ key, value }) => [key, value])),
      };
      mails.push(mail);
      waiting.shift()?.(mail);
      await before?.(mail);
      done();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (typeof address !== "object" || !address) throw new Error("the mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    urlWithPassword: `smtp://sender:secret@127.0.0.1:${address.port}`,
    mails,
    refuse(next: Refusal | null) {
      refusal = next;
    },
    /** Runs when a mail has arrived, before it is answered. */
    beforeAnswer(next: typeof before) {
      before = next;
    },
    /** The next mail that arrives. */
    next: () => new Promise<ReceivedMail>((resolve) => waiting.push(resolve)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
