import { z } from "zod";

/** The file that lists the contents of a back-up. Written last. */
export const MANIFEST = "manifest.json";

export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The schema it was made from: one entry for each migration that had run. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(
    z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The file of a table's rows: COPY's text format, compressed. */
export const toFileName = ({ schema, name }: { schema: string; name: string }): string =>
  `${schema}.${name}.copy.gz`;
