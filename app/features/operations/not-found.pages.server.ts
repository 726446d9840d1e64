import { data } from "@remix-run/node";

/** Loader and action of the splats behind all pages: 404 as a page, whatever the method. */
export const pageNotFound = () => {
  throw data(null, { status: 404 });
};
