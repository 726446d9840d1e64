import { iso31662 } from "iso-3166";
import { toComparable } from "./comparable-name";

/** `code`: the part of an ISO 3166-2 code after the hyphen. */
export type Province = { code: string; name: string };

/**
 * Where an address names a state or province: countries with `S` among the required parts of Google's address metadata
 * (libaddressinput, CC BY 4.0).
 */
const REQUIRING_COUNTRIES: ReadonlySet<string> = new Set(
  "AE AS AU BR CA CN CO CR ES FM HK HN ID IN IQ IT JM JP KN KR KY MH MP MX NR PF PG PW RU SO SV TW UM US VE VI VN".split(
    " ",
  ),
);

/** English or common names where ISO's differ; by whole ISO 3166-2 code. */
const OTHER_NAMES: Record<string, string[]> = {
  "AE-AJ": ["Ajman"],
  "AE-AZ": ["Abu Dhabi"],
  "AE-DU": ["Dubai"],
  "AE-FU": ["Fujairah"],
  "AE-RK": ["Ras al-Khaimah"],
  "AE-SH": ["Sharjah"],
  "AE-UQ": ["Umm al-Quwain"],
  "AT-2": ["Carinthia"],
  "AT-3": ["Lower Austria"],
  "AT-4": ["Upper Austria"],
  "AT-6": ["Styria"],
  "AT-7": ["Tyrol"],
  "AT-9": ["Vienna"],
  "CA-QC": ["Quebec"],
  "DE-BY": ["Bavaria"],
  "DE-HE": ["Hesse"],
  "DE-NI": ["Lower Saxony"],
  "DE-NW": ["North Rhine-Westphalia"],
  "DE-RP": ["Rhineland-Palatinate"],
  "DE-SN": ["Saxony"],
  "DE-ST": ["Saxony-Anhalt"],
  "DE-TH": ["Thuringia"],
  "ES-BI": ["Biscay"],
  "ES-SE": ["Seville"],
  "IN-OD": ["Orissa"],
  "IN-PY": ["Pondicherry"],
  "IT-FI": ["Florence"],
  "IT-GE": ["Genoa"],
  "IT-MI": ["Milan"],
  "IT-MN": ["Mantua"],
  "IT-NA": ["Naples"],
  "IT-PD": ["Padua"],
  "IT-RM": ["Rome"],
  "IT-SR": ["Syracuse"],
  "IT-TO": ["Turin"],
  "IT-VE": ["Venice"],
  "MX-CMX": ["Mexico City"],
  "MX-MEX": ["Estado de México", "State of Mexico"],
  "RU-MOW": ["Moscow"],
  "RU-SPE": ["Saint Petersburg"],
  "US-DC": ["Washington DC", "Washington, D.C."],
};

/** Words for the kind of place (province, oblast, …) before or after the name in ISO's transcriptions. */
const KINDS =
  "sheng shi zizhiqu teukbyeolsi gwangyeoksi teukbyeoljachisi teukbyeoljachido do respublika oblast kray okrug state province prefecture emirate".split(
    " ",
  );

/** Whole codes of regions that ISO divides further, such as Spain's autonomous communities. */
const GROUPS = new Set(iso31662.map(({ parent }) => parent));

const nameByCode = new Map(iso31662.map(({ code, name }) => [code, name]));
let codesBySpelling: Map<string, string[]> | undefined;

/** Whole codes by each spelling. At the first name that is looked up: most processes look up none. */
function listCodesBySpelling(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { code, name } of iso31662)
    for (const spelling of new Set([name, ...(OTHER_NAMES[code] ?? [])].flatMap(listSpellings)))
      found.set(spelling, [...(found.get(spelling) ?? []), code]);
  return found;
}

/** "Seoul-teukbyeolsi" is written "Seoul" as well, "Adygeya, Respublika" "Adygeya". */
function listSpellings(name: string): string[] {
  const words = name.split(/[\s,\-']+/).filter((word) => !KINDS.includes(word.toLowerCase()));
  return [toComparable(name), toComparable(words.join(""))].filter((spelling) => spelling !== "");
}

/** Whether an address of that country needs a state or province. For some countries ISO lists none. */
export const requiresProvince = (countryCode: string): boolean =>
  REQUIRING_COUNTRIES.has(countryCode) && listProvinces(countryCode).length > 0;

export const listCountriesThatRequireProvince = (): string[] =>
  [...REQUIRING_COUNTRIES].filter(requiresProvince);

/** The provinces of a country to choose from, by name; where ISO groups them, those inside the groups. */
export function listProvinces(countryCode: string): Province[] {
  return iso31662
    .filter(({ code }) => code.startsWith(`${countryCode}-`) && !GROUPS.has(code))
    .map(({ code, name }) => ({ code: code.slice(countryCode.length + 1), name }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Name of a province by its country and the part of its ISO 3166-2 code after the hyphen; null when ISO has none. */
export const findProvinceName = (countryCode: string, provinceCode: string): string | null =>
  nameByCode.get(`${countryCode}-${provinceCode}`) ?? null;

/**
 * The part of an ISO 3166-2 code after the hyphen, of a province as somebody wrote it: its name, that part or the whole
 * code; null when it is no province of that country, or several. Where a group and a province share a name: the province.
 */
export function findProvinceCode(countryCode: string, written: string): string | null {
  const upper = written.trim().toUpperCase();
  const part = upper.startsWith(`${countryCode}-`) ? upper.slice(countryCode.length + 1) : upper;
  if (findProvinceName(countryCode, part) !== null) return part;
  const named = listNamedSo(written).filter((code) => code.startsWith(`${countryCode}-`));
  const within = named.filter((code) => !GROUPS.has(code));
  const [found, ...others] = within.length > 0 ? within : named;
  return found && others.length === 0 ? found.slice(countryCode.length + 1) : null;
}

/**
 * Whether the text is the name of another province. A text that no province has counts as another spelling of this one.
 */
export function isNameOfAnotherProvince(countryCode: string, provinceCode: string, written: string): boolean {
  const codes = listNamedSo(written);
  const isCode = findProvinceCode(countryCode, written);
  return codes.length > 0
    ? !codes.includes(`${countryCode}-${provinceCode}`)
    : isCode !== null && isCode !== provinceCode;
}

function listNamedSo(written: string): string[] {
  codesBySpelling ??= listCodesBySpelling();
  const codes = codesBySpelling;
  return [...new Set(listSpellings(written).flatMap((spelling) => codes.get(spelling) ?? []))];
}
