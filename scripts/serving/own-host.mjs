/**
 * The admin answers at PUBLIC_URL only. A shop's own domain may lead here, too: whoever signed in there would leave
 * their session with a name whose owner can point it at another server the next day.
 */
import { ADMIN_PATH } from "./json-paths.mjs";
import { LOOPBACK, PUBLIC_ORIGIN, refuse } from "./refusals.mjs";

/** Any port: browsers do not keep cookies of ports apart. */
const ownHostname = PUBLIC_ORIGIN && new URL(PUBLIC_ORIGIN).hostname;

/** Whether the admin is asked for under another name; loopback names are this machine's own. */
export function isAdminElsewhere({ url, headers }) {
  if (!ownHostname) return false;
  const { hostname, pathname } = new URL(`http://${headers.host}${url}`);
  // Decoded, as the framework compares it.
  return (
    ADMIN_PATH.test(decodeURIComponent(pathname)) && hostname !== ownHostname && !LOOPBACK.test(hostname)
  );
}

/** A page is led to PUBLIC_URL; its data, and whatever is sent, is answered as where nothing is. */
export function leadHome(req, res) {
  const { pathname } = new URL(`http://${req.headers.host}${req.url}`);
  if (!["GET", "HEAD"].includes(req.method) || pathname.endsWith(".data"))
    return refuse(req, res, "not_found");
  res.setHeader("Location", PUBLIC_ORIGIN + req.url);
  res.setHeader("Cache-Control", "no-store");
  res.writeHead(308).end();
}
