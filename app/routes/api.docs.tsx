import type { MetaFunction } from "@remix-run/react";
import { ApiDocs } from "~/features/docs/api-docs";
import stylesheet from "~/features/docs/api-docs.css";

export const meta: MetaFunction = () => [{ title: "API documentation · Perennial" }];

export const links = () => [{ rel: "stylesheet", href: stylesheet }];

export default ApiDocs;
