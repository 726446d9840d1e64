import { iso31662 } from "iso-3166";

const nameByCode = new Map(iso31662.map(({ code, name }) => [code, name]));

/** Name of a province by its country and the part of its ISO 3166-2 code after the hyphen; null when ISO has none. */
export const findProvinceName = (countryCode: string, provinceCode: string): string | null =>
  nameByCode.get(`${countryCode}-${provinceCode}`) ?? null;
