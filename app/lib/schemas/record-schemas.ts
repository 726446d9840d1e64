import { z } from "zod";

// Values of records on the wire. Each takes the text that explains it in the API's documentation.
export const text = (description: string) => z.string().meta({ description });
export const textOrNull = (description?: string) => z.string().nullable().meta({ description });
export const int64 = (description: string) => z.int().meta({ format: "int64", description });
export const int64OrNull = (description: string) =>
  z.int().meta({ format: "int64" }).nullable().meta({ description });
export const int32 = (description: string) => z.int().meta({ format: "int32", description });
export const int32OrNull = (description: string) =>
  z.int().meta({ format: "int32" }).nullable().meta({ description });
export const amount = (description: string) => z.number().meta({ format: "double", description });
export const amountOrNull = (description: string) =>
  z.number().meta({ format: "double" }).nullable().meta({ description });
export const yesNo = (description: string) => z.boolean().meta({ description });
export const enumOf = <const T extends readonly string[]>(values: T, description: string) =>
  z.enum(values).meta({ description });
const INSTANT_FORMAT = "ISO 8601, UTC, with milliseconds";
export const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description}. ${INSTANT_FORMAT}` });
export const instantOrNull = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description: `${description}. ${INSTANT_FORMAT}` });
