import { client } from "~db/client.server";

/**
 * What may be sent meanwhile and belongs to no work: announcements to pages that update themselves, a moment after the
 * commit, and the driver's question for the array types, on each connection that the pool opens.
 */
const OF_NO_WORK = /pg_notify|from pg_catalog\.pg_type/;

/** How many statements this process sends while `work` runs; preparing one does not count separately. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: number; texts: string[] }> {
  const texts: string[] = [];
  const { options } = client;
  const before = options.debug;
  options.debug = (...args) => {
    if (typeof before === "function") before(...args);
    const [, text] = args;
    if (!OF_NO_WORK.test(text)) texts.push(text);
  };
  try {
    const result = await work();
    return { result, statements: texts.length, texts };
  } finally {
    options.debug = before;
  }
}
