const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const nameByCode = new Map<string, string>();

/** English short name of a country: "NL" → "Netherlands". What is not a code, or has no name, stays as it is. */
export function toCountryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  let name = nameByCode.get(code);
  if (name === undefined) {
    name = names.of(code) ?? code;
    nameByCode.set(code, name);
  }
  return name;
}
