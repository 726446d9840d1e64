import { pageAction, pageLoader } from "~/http/faces.server";
import { createApiKeyOnPage, readApiKeys, revokeApiKeyOnPage } from "./api-keys.endpoints.server";

export const apiKeysLoader = pageLoader(readApiKeys);
export const apiKeysAction = pageAction({ create: createApiKeyOnPage, revoke: revokeApiKeyOnPage });
