import { jsonNotFound } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonNotFound();
