/** Built files for the browser, as the build has compressed them (scripts/building/compress-build.mjs), under their own names. */
import { existsSync } from "node:fs";
import path from "node:path";

/** Extensions of the files that are compressed → their types, which the compressed file's extension does not show. */
export const COMPRESSED_TYPES = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
/** Encodings, smallest result first → extension added to the file's name. */
export const ENCODINGS = { br: ".br", gzip: ".gz" };

/** Whether an encoding is listed, with any weight but `q=0`. */
const accepts = (header = "", encoding) =>
  header
    .split(",")
    .some((part) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`, "i").test(part));

/**
 * @param {string} publicPath prefix of the addresses of built files, such as `/build/`
 * @param {string} folder where they are, absolute
 * @returns a function that redirects a request for one internally to its compressed form and sets the headers for that;
 *   the file server then sends it like any file: `304`, ranges, `Cache-Control`
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
