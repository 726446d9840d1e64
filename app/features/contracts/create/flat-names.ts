import { z } from "zod";
import { enumField } from "~/http/request/body-fields";
import { INTERVALS } from "~db/schema/intervals";

/** Flat names of a new contract's fields, and the fields they stand for (wire.md §4). */
const PLACES: Record<string, readonly [string] | readonly ["deliveryAddress", string]> = {
  billingIntervalType: ["billingPolicyInterval"],
  billingIntervalCount: ["billingPolicyIntervalCount"],
  deliveryIntervalType: ["deliveryPolicyInterval"],
  deliveryIntervalCount: ["deliveryPolicyIntervalCount"],
  deliveryFirstName: ["deliveryAddress", "firstName"],
  deliveryLastName: ["deliveryAddress", "lastName"],
  deliveryCompany: ["deliveryAddress", "company"],
  deliveryAddress1: ["deliveryAddress", "address1"],
  deliveryAddress2: ["deliveryAddress", "address2"],
  deliveryCity: ["deliveryAddress", "city"],
  deliveryProvince: ["deliveryAddress", "province"],
  deliveryProvinceCode: ["deliveryAddress", "provinceCode"],
  deliveryZip: ["deliveryAddress", "zip"],
  deliveryCountry: ["deliveryAddress", "country"],
  deliveryCountryCode: ["deliveryAddress", "countryCode"],
  deliveryPhone: ["deliveryAddress", "phone"],
};

const another = (name: string) =>
  z
    .string()
    .optional()
    .meta({ description: `Alias of ${name}.` });
const count = (name: string) =>
  z
    .int()
    .optional()
    .meta({ format: "int32", description: `Alias of ${name}.` });

/** The same for OpenAPI. */
export const FLAT_FIELDS = {
  billingIntervalType: enumField(INTERVALS, {
    description: "Alias of billingPolicyInterval.",
    exactCase: true,
  }).optional(),
  billingIntervalCount: count("billingPolicyIntervalCount"),
  deliveryIntervalType: enumField(INTERVALS, {
    description: "Alias of deliveryPolicyInterval.",
  }).optional(),
  deliveryIntervalCount: count("deliveryPolicyIntervalCount"),
  ...Object.fromEntries(
    Object.entries(PLACES)
      .filter(([, place]) => place.length > 1)
      .map(([name, place]) => [name, another(place.join("."))]),
  ),
};

export type FlatBody = {
  /** The body with every field in its place. */
  body: unknown;
  /** Flat names that were sent in addition to the fields they stand for. */
  doubled: string[];
  /** Translates a path of `body` into the names that were sent. */
  toSent(path: readonly PropertyKey[]): PropertyKey[];
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Puts the flat names of a body in their places. */
export function fromFlatNames(sent: unknown): FlatBody {
  const same = (path: readonly PropertyKey[]) => [...path];
  if (!isRecord(sent)) return { body: sent, doubled: [], toSent: same };
  const flat = Object.keys(PLACES).filter((name) => sent[name] !== undefined);
  if (flat.length === 0) return { body: sent, doubled: [], toSent: same };
  const body = Object.fromEntries(Object.entries(sent).filter(([name]) => !flat.includes(name)));
  const address: Record<string, unknown> = {};
  const doubled: string[] = [];
  for (const name of flat) {
    const [first, inner] = PLACES[name] ?? [name];
    if (sent[first] !== undefined) doubled.push(name);
    else if (inner === undefined) body[first] = sent[name];
    else address[inner] = sent[name];
  }
  const hasAddress = Object.keys(address).length > 0;
  if (hasAddress) body.deliveryAddress = address;
  const toSent = (path: readonly PropertyKey[]): PropertyKey[] => {
    const [name] =
      Object.entries(PLACES).find(([alias, [first, inner]]) =>
        inner === undefined
          ? first === path[0] && flat.includes(alias)
          : hasAddress && first === path[0] && inner === path[1],
      ) ?? [];
    return name === undefined ? [...path] : [name, ...path.slice(PLACES[name]?.length)];
  };
  return { body, doubled, toSent };
}
