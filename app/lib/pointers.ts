/** `/rows/0/name` → its parts. For our own names only, which hold neither `~` nor `/` (RFC 6901 §4). */
const toParts = (pointer: string): string[] => pointer.split("/").slice(1);

/** The value at a place of `whole`; undefined where there is no such place. */
export function readAt(whole: unknown, pointer: string): unknown {
  return toParts(pointer).reduce<unknown>(
    (at, part) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined,
    whole,
  );
}

/** A copy of `whole` with another value at an existing place; the rest is shared, not copied. */
export function writeAt<T>(whole: T, pointer: string, value: unknown): T {
  const write = (at: unknown, [part, ...rest]: string[]): unknown => {
    if (part === undefined) return value;
    const inner = write(readAt(at, `/${part}`), rest);
    return Array.isArray(at)
      ? at.map((each, index) => (String(index) === part ? inner : each))
      : { ...(at as object), [part]: inner };
  };
  return write(whole, toParts(pointer)) as T;
}
