import { z } from "zod";

/** The file that says what is in a back-up. Written last. */
export const MANIFEST = "manifest.json";

export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The schema it was made from: a row for each migration that had run. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(
    z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Where a table's rows are: COPY's text format, compressed. */
export const toFileName = ({ schema, name }: { schema: string; name: string }): string =>
  `${schema}.${name}.copy.gz`;
