import { createContext, useContext } from "react";

/** The CSP nonce of this response; empty in the browser, where the markup no longer shows it. */
export const NonceContext = createContext("");
export const useNonce = (): string => useContext(NonceContext);

/** Set once the page is hydrated: until then React must find the attribute as the browser shows it, empty. */
let browserNonce = "";

/** In the browser: the nonce of this page, which scripts may read though the markup hides it. */
export const readPageNonce = (): string =>
  document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";

/** In the browser, after hydration: take the nonce from a script that carries it, for styles made from now on. */
export function adoptPageNonce(): void {
  browserNonce = readPageNonce();
  // Read by the library that locks scrolling under an open dialog, when it adds its style element.
  Object.assign(window, { __webpack_nonce__: browserNonce });
}

/** The nonce for style elements that a component library adds while rendering. */
export function useStyleNonce(): () => string {
  const serverNonce = useNonce();
  return () => serverNonce || browserNonce;
}
