import type { ReactNode } from "react";

/**
 * Links out of the portal. They send no referrer: the portal's address holds the token that opens it, and the shop's
 * own pages have the same origin.
 */
const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="noreferrer">
    {children}
  </a>
);

/** Link to the shop; plain text on a page without a shop. */
export const ShopLink = ({ url, children }: { url: string | null; children: ReactNode }) =>
  url ? <ExternalLink href={url}>{children}</ExternalLink> : children;

/** E-mail addresses, https and www addresses, and phone numbers with their country. */
const ADDRESSES =
  /([^\s@<>(),;:"']+@[^\s@<>(),;:"']+\.[\p{L}\d-]{2,}|(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?)]|\+\d[\d\s()/.-]{5,}\d)/u;

function toHref(address: string): string {
  if (/^https?:/.test(address)) return address;
  if (address.startsWith("www.")) return `https://${address}`;
  if (address.startsWith("+")) return `tel:${address.replaceAll(/[^+\d]/g, "")}`;
  return `mailto:${address}`;
}

/** Splits a text into pieces, each with its position. */
function splitText(text: string): { at: number; piece: string; isAddress: boolean }[] {
  let at = 0;
  // The pattern's matches are at odd positions.
  return text.split(ADDRESSES).map((piece, place) => {
    const begins = at;
    at += piece.length;
    return { at: begins, piece, isAddress: place % 2 === 1 };
  });
}

/** A merchant's own text, with its addresses as links. */
export const LinkedText = ({ text }: { text: string }) => (
  <>
    {splitText(text).map(({ at, piece, isAddress }) =>
      isAddress ? (
        <ExternalLink key={at} href={toHref(piece)}>
          {piece}
        </ExternalLink>
      ) : (
        piece
      ),
    )}
  </>
);
