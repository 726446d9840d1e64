import { withVersion } from "./version-field";

/** Forms of fields are small; anything larger is an upload, which must not be kept in memory for this. */
const MAX_KEPT_BYTES = 64 * 1024;
const SECRET_FIELDS = new Set(["password", "newPassword", "factorCode"]);

/**
 * The values of a form, kept until its handler has refused it, so that the page can show them again without scripts.
 * Passwords are left out; of repeated names the last counts. Call it before the body is read.
 */
export function keepSubmitted(request: Request): () => Promise<Record<string, string>> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (mediaType !== "application/x-www-form-urlencoded" || !(length <= MAX_KEPT_BYTES))
    return async () => ({});
  const copy = request.clone();
  return async () => {
    // A body that broke off has been refused already.
    const fields = new URLSearchParams(await copy.text().catch(() => ""));
    return withVersion(Object.fromEntries([...fields].filter(([name]) => !SECRET_FIELDS.has(name))));
  };
}
