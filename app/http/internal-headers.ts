/**
 * Headers that only the serving preload sets (it strips what a client sends under these names): the address the
 * request came from, and the id under which it is logged. Plain strings, since the preload is JavaScript.
 */
export const PEER_ADDRESS_HEADER = "x-perennial-peer";
export const REQUEST_ID_HEADER = "x-request-id";
