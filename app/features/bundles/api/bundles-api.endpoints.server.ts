import { z } from "zod";
import { toAudit } from "~/access/principal";
import { requireShopOfPublicRequest } from "~/http/callers/shop-of-host.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { inPortal, MERCHANT } from "~/http/endpoint/json-urls";
import { BUNDLE_DETAIL_EXAMPLE, bundleDetail } from "./bundle-detail";
import { getBundleDetail } from "./bundle-detail.service.server";
import { BUNDLING_RECORD_EXAMPLE, bundlingRecord } from "./bundling-record";
import { bundlingUpdate } from "./bundling-update.schema";
import { findMoreErrors, updateBundlings } from "./bundling-update.service.server";

// Any text is accepted: an invalid handle is answered like an unknown one.
const params = z.object({ handle: z.string().meta({ description: "The bundle's handle" }) });

/** Operation 3 of the specification. */
export const readBundle = defineEndpoint({
  operationId: "readBundle",
  summary: "Get a bundle by its handle",
  description:
    "Returns an active bundle with its current price and contents. Prices, availability and images come from the catalogue; products that the shop has deleted are left out.",
  tag: "Bundles",
  method: "GET",
  path: `${MERCHANT}/subscription-bundlings/external/get-bundle/{handle}`,
  access: { apiKey: "bundles:read" },
  params,
  response: bundleDetail,
  example: BUNDLE_DETAIL_EXAMPLE,
  problems: ["not_found"],
  hasEntityTag: true,
  handler: ({ principal, params: { handle } }) => getBundleDetail(principal.shop, handle),
});

/** Long enough to spare a busy storefront, short enough for new prices to show soon. */
const PUBLIC_CACHE = "public, max-age=30, stale-while-revalidate=60";

/** Operation 3 for a shop's own storefront: no credential, the shop by host (wire.md §1 "Which shop"). */
export const readStorefrontBundle = defineEndpoint({
  operationId: "readStorefrontBundle",
  summary: "Get a bundle by its handle on the storefront",
  tag: "Bundles",
  method: "GET",
  path: inPortal("v3/subscription-bundlings/external/get-bundle/{handle}"),
  access: { public: true },
  params,
  response: bundleDetail,
  problems: ["not_found"],
  hasEntityTag: true,
  handler: async ({ params: { handle }, context }) => {
    const detail = await getBundleDetail(await requireShopOfPublicRequest(context), handle);
    context.responseHeaders.set("Cache-Control", PUBLIC_CACHE);
    return detail;
  },
});

/** Operation 5 of the specification. */
export const updateBundling = defineEndpoint({
  operationId: "updateBundling",
  summary: "Change the selectable products of bundles",
  description:
    "For each source product of each bundle, adds and removes products and variants that customers may choose in its place. Either all changes are made or none. Returns the record of the last bundle in the array. `If-Match` takes the ETags of all bundles named in the body, as returned when you get a bundle.",
  tag: "Bundles",
  method: "PUT",
  path: `${MERCHANT}/subscription-bundling/update`,
  access: { apiKey: "bundles:write" },
  body: bundlingUpdate,
  bodyExample: [
    {
      babHandle: "coffee-explorer-box",
      sourceProducts: [
        {
          sourceProductId: 7_400_000_000_001,
          addSubProductIds: [],
          addSubVariantIds: [41_800_000_002_049],
          deleteSubProductIds: [],
          deleteSubVariantIds: [41_800_000_002_050],
        },
      ],
    },
  ],
  response: bundlingRecord,
  example: BUNDLING_RECORD_EXAMPLE,
  problems: ["not_found"],
  obeysIfMatch: true,
  findMore: ({ principal, body }, known) => findMoreErrors(principal.shop, body, known),
  handler: ({ principal, body, context }) =>
    updateBundlings(principal.shop, body, toAudit(principal, context), context.ifMatch),
});
