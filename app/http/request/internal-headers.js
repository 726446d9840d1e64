/**
 * Headers between the app and the serving preload (scripts/preload.mjs), which loads them, too: so this is plain
 * JavaScript. On requests the preload sets them, after removing what a client sent under these names; on responses it
 * removes them.
 */
/** In: the address the request came from. */
export const PEER_ADDRESS_HEADER = "x-perennial-peer";
/** In: the request came through a proxy that is not trusted. */
export const IS_FORWARDED_HEADER = "x-perennial-forwarded";
/** In: the `Origin` of the sending page, where it differs from the host. */
export const FOREIGN_ORIGIN_HEADER = "x-perennial-origin";
/** In: the id under which the request is logged. */
export const REQUEST_ID_HEADER = "x-request-id";
/** Out: `<operation or route>[ by <caller>]` for the access log. */
export const LOG_NOTE_HEADER = "x-perennial-log";

/** Ids of requests that are kept. They are logged, so they must not look like one of our keys or (all digits) a card number. */
export const SANE_REQUEST_ID = /^(?!prn_|\d+$)[\w.-]{8,128}$/;
