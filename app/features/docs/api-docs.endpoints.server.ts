import type { LoaderFunctionArgs } from "@remix-run/node";
import { SAMPLE_ORIGIN } from "~/http/openapi/code-samples";
import { toApiOrigin } from "~/http/request/request-context.server";

/** The host that the documentation's examples call: this server's own, where it is known. */
export const apiDocsLoader = ({ request }: LoaderFunctionArgs) => ({
  origin: toApiOrigin(request) || SAMPLE_ORIGIN,
});
