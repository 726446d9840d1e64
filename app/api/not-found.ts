import { jsonNotFound } from "~/http/faces.server";

export const { loader, action } = jsonNotFound();
