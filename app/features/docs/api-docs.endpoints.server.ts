import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicOrigin } from "~/http/request-context.server";

/** What the documentation's examples call: the host that whoever reads has come to. */
export const apiDocsLoader = ({ request }: LoaderFunctionArgs) => ({ origin: publicOrigin(request) });
