import { z } from "zod";
import { EXPECTED_PLATFORM_ID, type GidType, parsePlatformId } from "~/lib/gid";
import { readAs } from "~/lib/schemas/read-as";

/** An enum value as a field of a JSON body, in any case unless `exactCase` (wire.md §1 "Tolerance"). */
export function enumField<const T extends string>(
  values: readonly T[],
  { description, exactCase = false }: { description: string; exactCase?: boolean },
) {
  const byText = new Map<string, T>(values.map((each) => [each, each]));
  const error = `Use one of ${values.join(", ")}${exactCase ? ", in upper case" : ""}.`;
  return z
    .string({ error })
    .transform(
      readAs(
        (text: string) => byText.get(exactCase ? text : text.trim().toUpperCase()) ?? null,
        error,
        "invalid_value",
      ),
    )
    .meta({
      type: "string",
      enum: [...values],
      description: `${description} ${exactCase ? "Upper case only." : "In any case."}`,
    });
}

/** A platform id as a field of a JSON body: a number, its digits, or a gid of that type. */
export const platformIdField = (type: GidType) =>
  z
    .union([z.number(), z.string()], { error: EXPECTED_PLATFORM_ID })
    .transform(
      readAs(
        (given: number | string) => parsePlatformId(String(given).trim(), type),
        EXPECTED_PLATFORM_ID,
        "invalid_id",
      ),
    )
    // A number or its gid: `format` and `minimum` apply to the number only.
    .meta({ type: ["integer", "string"], format: "int64", minimum: 1 });
