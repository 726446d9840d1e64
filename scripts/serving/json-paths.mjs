/** What the preload knows of paths. Of the JSON URLs: the prefixes, each with a 404 of its own, and the few outside them. */
import { jsonUrls } from "../../app/api/url-table.js";

const paths = jsonUrls.map((row) => row.path);
const prefixes = paths.filter((path) => path.endsWith("/*")).map((path) => path.slice(0, -"/*".length));
const others = paths.filter((path) => !prefixes.some((prefix) => path.startsWith(`${prefix}/`)));

/** Below a prefix: `/api/…`. */
export const JSON_PATH = new RegExp(`^/(${prefixes.join("|")})/`);

/** The pages on a shop's storefront, which do not need the framework either; but not their `.data` forms. */
export const STOREFRONT_PATH = /^\/apps\/(?![^?]*\.data(\?|$))/;

/** Pages for staff, and what belongs to them. */
export const ADMIN_PATH = /^\/+admin([/?.]|$)/i;

/** As the framework reads a path: ignoring case, with any number of slashes. `others` only as `.data` form. */
export const JSON_DATA_PATH = new RegExp(
  `^/+((${prefixes.join("|").replaceAll("/", "/+")})(/|$)|(${others.join("|")})\\.data$)`,
  "i",
);
