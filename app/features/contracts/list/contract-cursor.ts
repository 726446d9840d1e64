import { z } from "zod";

/**
 * Where a page of the list begins: just after (`next`) or just before (`previous`) the contract with these sort keys.
 * Without keys: at the list's beginning or end.
 */
export type ListCursor = {
  direction: "next" | "previous";
  keys: string[] | null;
  /** Fingerprint of the list it was made for: filters and sort. */
  list: string;
};

const payload = z.tuple([z.enum(["next", "previous"]), z.array(z.string()).nullable(), z.string()]);

/** A cursor as opaque base64url text with a checksum, so that a damaged cursor is refused, not misread. */
export function encodeCursor({ direction, keys, list }: ListCursor): string {
  const text = JSON.stringify([direction, keys, list]);
  return toBase64Url(fingerprint(text) + text);
}

/** Null for anything that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): ListCursor | null {
  const text = fromBase64Url(cursor);
  if (text === null || fingerprint(text.slice(FINGERPRINT_LENGTH)) !== text.slice(0, FINGERPRINT_LENGTH))
    return null;
  try {
    const [direction, keys, list] = payload.parse(JSON.parse(text.slice(FINGERPRINT_LENGTH)));
    return { direction, keys, list };
  } catch {
    return null;
  }
}

const FINGERPRINT_LENGTH = 14;

/**
 * 53 bits of a text (the public-domain hash cyrb53), as 14 hex digits. It guards against mistakes, not against
 * attackers: a forged cursor only moves its caller about in a list the caller may read anyway.
 */
export function fingerprint(text: string): string {
  let h1 = 0xdeadbeef;
  let h2 = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    h1 = Math.imul(h1 ^ unit, 2654435761);
    h2 = Math.imul(h2 ^ unit, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return (4294967296 * (2097151 & h2) + (h1 >>> 0)).toString(16).padStart(FINGERPRINT_LENGTH, "0");
}

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // The last character has unused bits: only the spelling that we write is accepted.
    return toBase64Url(decoded) === text ? decoded : null;
  } catch {
    return null;
  }
}
