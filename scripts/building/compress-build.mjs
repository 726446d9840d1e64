/**
 * A step of a build: compresses scripts and styles for the browser as far as possible. Compressed for each
 * visitor, they would cost 20 ms of CPU per first visit and be a sixth larger. Source:
 * docs/decisions/121-built-files-are-compressed-once.md.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { COMPRESSED_TYPES, ENCODINGS } from "../serving/built-files.mjs";

const FOLDER = path.resolve(import.meta.dirname, "../../public/build");
// With the defaults both compress (almost) as far as possible.
const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export async function compressBuild() {
  const files = readdirSync(FOLDER, { recursive: true }).filter(
    (file) => path.extname(file) in COMPRESSED_TYPES,
  );
  await Promise.all(
    files.flatMap((file) => {
      const source = path.join(FOLDER, file);
      const content = readFileSync(source);
      return Object.entries(ENCODINGS).map(async ([encoding, ending]) =>
        writeFileSync(source + ending, await COMPRESS[encoding](content)),
      );
    }),
  );
}

if (process.argv[1] === import.meta.filename) await compressBuild();
