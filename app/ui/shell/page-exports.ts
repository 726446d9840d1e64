import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/lib/page-title";

/** `meta` of a page with a fixed title. */
export const titled =
  (title: string): MetaFunction =>
  () => [{ title: pageTitle(title) }];

/** `meta` of a page whose title comes from its data; `missing` is the title when there are none. */
export const titledBy =
  <Loader>(
    write: (data: NonNullable<Parameters<MetaFunction<Loader>>[0]["data"]>) => string,
    missing: string,
  ): MetaFunction<Loader> =>
  ({ data }) => [{ title: pageTitle(data ? write(data) : missing) }];

/** `links` of a page with stylesheets of its own. */
export const styledBy =
  (...sheets: string[]): LinksFunction =>
  () =>
    sheets.map((href) => ({ rel: "stylesheet", href }));
