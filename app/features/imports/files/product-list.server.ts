import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import { toSwappedProblem, UnreadableFile } from "~/features/imports/records/import-files";

/** One entry of `products` and the line it begins on. */
export type ListedProduct = { value: unknown; line: number };

/** No product with its variants and pictures is this long; a longer entry would only fill the memory. */
const MAX_PRODUCT_BYTES = 32 * 1024 * 1024;
const MAX_DEPTH = 100;
const NEWLINE = 0x0a;

/**
 * The entries of the list `products` of a JSON document, in constant memory whatever its size. Other members are read
 * (the document must be complete) and ignored.
 *
 * @throws UnreadableFile file_swapped, file_malformed, file_cut
 */
export async function* readProductList(
  bytes: AsyncIterable<Buffer>,
  beginning: string,
): AsyncGenerator<ListedProduct> {
  const tokenizer = new Tokenizer();
  const parser = new TokenParser({ paths: ["$.products.*"], keepStack: false });
  const lines = createLineCounter();
  let ready: ListedProduct[] = [];
  let depth = 0;
  let isInProducts = false;
  let hasProducts = false;
  let key: unknown;
  let entry = { line: 1, offset: 0 };

  tokenizer.onToken = (token) => {
    if (token.token === TokenType.STRING && depth === 1) key = token.value;
    const opens = token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET;
    if (depth === 1 && token.token === TokenType.LEFT_BRACKET && key === "products")
      isInProducts = hasProducts = true;
    if (
      depth === 2 &&
      isInProducts &&
      token.token !== TokenType.COMMA &&
      token.token !== TokenType.RIGHT_BRACKET
    )
      entry = { line: lines.toLine(token.offset), offset: token.offset };
    if (opens && ++depth > MAX_DEPTH) throw malformed("it is nested too deep", lines.line());
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) {
      depth--;
      if (depth === 1) isInProducts = false;
    }
    parser.write(token);
  };
  parser.onValue = ({ value }) => void ready.push({ value, line: entry.line });

  const feed = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      throw toSwappedProblem("PRODUCTS", beginning) ?? malformed("this is not JSON", lines.line());
    }
  };

  let total = 0;
  let taken = 0;
  for await (const chunk of bytes) {
    lines.add(chunk);
    feed(() => tokenizer.write(chunk));
    total += chunk.length;
    if (ready.length > 0) taken = total;
    yield* ready;
    ready = [];
    if (total - taken > MAX_PRODUCT_BYTES)
      throw malformed("a single entry is longer than 32 MB", lines.line());
  }
  try {
    tokenizer.end();
    if (!parser.isEnded) parser.end();
  } catch {
    throw (
      toSwappedProblem("PRODUCTS", beginning) ??
      new UnreadableFile(
        "file_cut",
        `The JSON ends before it is complete (line ${lines.line()}).`,
        lines.line(),
      )
    );
  }
  if (!hasProducts)
    throw (
      toSwappedProblem("PRODUCTS", beginning) ??
      new UnreadableFile("file_malformed", 'This JSON has no list "products": it is not products.json.')
    );
}

const malformed = (what: string, line: number): UnreadableFile =>
  new UnreadableFile("file_malformed", `The file cannot be read: ${what} (line ${line}).`, line);

/** Line numbers of ascending offsets, counting each newline once. */
function createLineCounter() {
  let chunk: Buffer = Buffer.alloc(0);
  let chunkStart = 0;
  /** Newlines before `counted`, an offset within the chunk. */
  let newlines = 0;
  let counted = 0;

  function countTo(end: number): void {
    for (let at = chunk.indexOf(NEWLINE, counted); at !== -1 && at < end; at = chunk.indexOf(NEWLINE, at + 1))
      newlines++;
    counted = Math.max(counted, end);
  }
  return {
    add(next: Buffer): void {
      countTo(chunk.length);
      chunkStart += chunk.length;
      chunk = next;
      counted = 0;
    },
    toLine(offset: number): number {
      countTo(offset - chunkStart);
      return newlines + 1;
    },
    line(): number {
      countTo(chunk.length);
      return newlines + 1;
    },
  };
}
