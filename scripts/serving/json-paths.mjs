/** What the preload knows of the JSON URLs: the prefixes, which end in a 404 of their own, and the few beside them. */
import { jsonUrls } from "../../app/api/url-table.js";

const paths = jsonUrls.map((row) => row.path);
const prefixes = paths.filter((path) => path.endsWith("/*")).map((path) => path.slice(0, -"/*".length));
const others = paths.filter((path) => !prefixes.some((prefix) => path.startsWith(`${prefix}/`)));

/** Below a prefix: `/api/…`. */
export const JSON_PATH = new RegExp(`^/(${prefixes.join("|")})/`);

/** The pages on a shop's storefront, which need no framework around them either; not their data twins. */
export const STOREFRONT_PATH = /^\/apps\/(?![^?]*\.data(\?|$))/;

/** As the framework reads a path: in any case, with any number of slashes. `others` only as its data twin. */
export const JSON_DATA_PATH = new RegExp(
  `^/+((${prefixes.join("|").replaceAll("/", "/+")})(/|$)|(${others.join("|")})\\.data$)`,
  "i",
);
