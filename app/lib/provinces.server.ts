import { iso31662 } from "iso-3166";

const nameByCode = new Map(iso31662.map(({ code, name }) => [code, name]));

/** Name of a province by its country and the part of its ISO 3166-2 code after the hyphen; null when ISO has none. */
export const findProvinceName = (countryCode: string, provinceCode: string): string | null =>
  nameByCode.get(`${countryCode}-${provinceCode}`) ?? null;

/** The part of an ISO 3166-2 code after the hyphen, of a province as somebody wrote it: its name or that part. */
export function findProvinceCode(countryCode: string, written: string): string | null {
  const wanted = written.trim().toLowerCase();
  const found = iso31662.find(
    ({ code, name }) =>
      code.startsWith(`${countryCode}-`) &&
      (name.toLowerCase() === wanted || code.slice(countryCode.length + 1).toLowerCase() === wanted),
  );
  return found ? found.code.slice(countryCode.length + 1) : null;
}
