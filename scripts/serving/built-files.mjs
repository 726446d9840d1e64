/** Built files for the browser, as the build has compressed them (scripts/building/compress-build.mjs), under their own names. */
import { existsSync } from "node:fs";
import path from "node:path";

/** Endings of the files that are compressed → their types, which the ending of the compressed one does not tell. */
export const COMPRESSED_TYPES = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
/** Encodings, the smaller first → what is behind the name of the file. */
export const ENCODINGS = { br: ".br", gzip: ".gz" };

/** Not at any weight, and not refused by `q=0`. */
const accepts = (header = "", encoding) =>
  header
    .split(",")
    .some((part) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`, "i").test(part));

/**
 * @param {string} publicPath what the addresses of built files begin with, such as `/build/`
 * @param {string} folder where they are, absolute
 * @returns a function that leads a request for one to its compressed form, and says so in the answer; the file server
 *   then sends that like any file: `304`, ranges, `Cache-Control`
 */
export function createCompressedLead(publicPath, folder) {
  const findFile = (url) => {
    try {
      const file = path.join(folder, decodeURIComponent(url.slice(publicPath.length)));
      return file.startsWith(folder + path.sep) ? file : undefined;
    } catch {
      // Malformed.
    }
  };
  return (req, res) => {
    const type = req.url.startsWith(publicPath) && COMPRESSED_TYPES[path.extname(req.url)];
    const encoding =
      type && Object.keys(ENCODINGS).find((each) => accepts(req.headers["accept-encoding"], each));
    const file = encoding && findFile(req.url);
    if (!file || !existsSync(file + ENCODINGS[encoding])) return;
    res.setHeader("Content-Type", type);
    res.setHeader("Content-Encoding", encoding);
    res.setHeader("Vary", "Accept-Encoding");
    req.url += ENCODINGS[encoding];
  };
}
