import { useLoaderData } from "@remix-run/react";
import { ApiDocs } from "~/features/docs/api-docs";
import stylesheet from "~/features/docs/api-docs.css";
import { apiDocsLoader } from "~/features/docs/api-docs.endpoints.server";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { apiDocsLoader as loader };

export const meta = titled("API documentation");
export const links = styledBy(stylesheet);

export default function ApiDocsPage() {
  return <ApiDocs {...useLoaderData<typeof apiDocsLoader>()} />;
}
