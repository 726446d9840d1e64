/**
 * Headers between the app and the serving preload (scripts/preload.mjs, which repeats these names: it is JavaScript).
 * On the way in it sets them after stripping what a client sends under these names; on the way out it takes them off.
 */
/** In: the address the request came from. */
export const PEER_ADDRESS_HEADER = "x-perennial-peer";
/** In: a proxy that is not trusted stands between the client and us. */
export const IS_FORWARDED_HEADER = "x-perennial-forwarded";
/** In: the origin of the sending page, when it is another than the host's. */
export const FOREIGN_ORIGIN_HEADER = "x-perennial-origin";
/** In: the id under which the request is logged. */
export const REQUEST_ID_HEADER = "x-request-id";
/** Out: `<operation or route>[ by <caller>]` for the access log. */
export const LOG_NOTE_HEADER = "x-perennial-log";
