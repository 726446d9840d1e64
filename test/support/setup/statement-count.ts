import { client } from "~db/client.server";

/** How many statements this process sends while `work` runs; preparing one does not count separately. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: number; texts: string[] }> {
  const texts: string[] = [];
  const { options } = client;
  const before = options.debug;
  // Announcements to pages that update themselves are sent a moment after the commit, while something else runs.
  options.debug = (...args) => {
    if (typeof before === "function") before(...args);
    const [, text] = args;
    if (!text.includes("pg_notify")) texts.push(text);
  };
  try {
    const result = await work();
    return { result, statements: texts.length, texts };
  } finally {
    options.debug = before;
  }
}
