import { client } from "~db/client.server";

/** How many statements this process sends while `work` runs; preparing one does not count separately. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: number; texts: string[] }> {
  const texts: string[] = [];
  const { options } = client;
  const before = options.debug;
  // Notifications for pages are sent a moment after their commit, in the middle of whatever runs then.
  options.debug = (_connection, text) => void (text.includes("pg_notify") || texts.push(text));
  try {
    const result = await work();
    return { result, statements: texts.length, texts };
  } finally {
    options.debug = before;
  }
}
