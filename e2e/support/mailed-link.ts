import { expect } from "@playwright/test";
import { and, desc, eq } from "drizzle-orm";
import { db } from "../../db/client.server";
import { mails } from "../../db/schema/mails";

type Kind = NonNullable<(typeof mails.$inferSelect)["kind"]>;

/** Path and query of the link in the newest mail of a kind to a member of staff; waits until the worker has written it. */
export async function waitForStaffLink(recipient: string, kind: Kind): Promise<string> {
  let link: string | undefined;
  const read = async () => {
    const [mail] = await db
      .select({ text: mails.text })
      .from(mails)
      .where(and(eq(mails.recipient, recipient), eq(mails.kind, kind)))
      .orderBy(desc(mails.id))
      .limit(1);
    link = /http\S+/.exec(mail?.text ?? "")?.[0];
    return link;
  };
  await expect.poll(read).toBeDefined();
  const { pathname, search } = new URL(link ?? "");
  return pathname + search;
}
