import PostalMime from "postal-mime";

const FIELD = /^([a-z-]+):[ \t]*(.*(?:\r?\n[ \t].*)*)/gim;

/**
 * The permanent failure that a delivery report (RFC 3464) states, with its status code. Delays, successes,
 * out-of-office replies and unreadable messages are not failures.
 *
 * @returns null, or a sentence without any address or words of the other server
 */
export async function readDeliveryFailure(message: Buffer): Promise<string | null> {
  const { attachments } = await PostalMime.parse(message, { attachmentEncoding: "utf8" }).catch(() => ({
    attachments: [],
  }));
  for (const { mimeType, content } of attachments) {
    if (mimeType !== "message/delivery-status" || typeof content !== "string") continue;
    // One group of fields for the report, then one per recipient; our mails have one recipient.
    for (const group of content.split(/\r?\n[ \t]*\r?\n/)) {
      const fields = new Map(
        [...group.matchAll(FIELD)].map(([, name = "", value = ""]) => [name.toLowerCase(), value]),
      );
      if (fields.get("action")?.trim().toLowerCase() !== "failed") continue;
      const [code] = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "") ?? [];
      return `It was taken, and then returned by the recipient's mail server${code ? ` (${code})` : ""}.`;
    }
  }
  return null;
}
