/**
 * Whether a page whose policy allows images from these sources (CSP: `https:`, `https://cdn.example`,
 * `*.cdn.example`) would show this one. Only https addresses: the portal is never served without.
 */
export function isAllowedImage(address: string, sources: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== "https:" || url.username || url.password) return false;
  return sources.split(/\s+/).some((source) => {
    if (source === "https:" || source === "*") return true;
    const [, host = ""] = /^(?:https:\/\/)?((?:\*\.)?[a-z0-9.-]+)(?:[:/].*)?$/i.exec(source) ?? [];
    return host.startsWith("*.")
      ? url.hostname.endsWith(host.slice(1).toLowerCase())
      : host !== "" && url.hostname === host.toLowerCase();
  });
}
