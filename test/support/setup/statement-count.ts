import { client } from "~db/client.server";

/** How many statements this process sends while `work` runs; preparing one does not count separately. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: number; texts: string[] }> {
  const texts: string[] = [];
  const { options } = client;
  const before = options.debug;
  // What is told to pages that follow goes out a moment after its commit, in the middle of whatever runs then.
  options.debug = (...told) => {
    if (typeof before === "function") before(...told);
    const [, text] = told;
    if (!text.includes("pg_notify")) texts.push(text);
  };
  try {
    const result = await work();
    return { result, statements: texts.length, texts };
  } finally {
    options.debug = before;
  }
}
