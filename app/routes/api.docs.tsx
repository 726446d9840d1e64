import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { ApiDocs } from "~/features/docs/api-docs";
import stylesheet from "~/features/docs/api-docs.css";
import { apiDocsLoader } from "~/features/docs/api-docs.endpoints.server";

export { apiDocsLoader as loader };

export const meta: MetaFunction = () => [{ title: "API documentation · Perennial" }];

export const links = () => [{ rel: "stylesheet", href: stylesheet }];

export default function ApiDocsPage() {
  return <ApiDocs {...useLoaderData<typeof apiDocsLoader>()} />;
}
