import { z } from "zod";
import { IMPORT_FILES, IMPORT_STATUSES } from "~db/schema/imports";
import { REFERRAL_STATUSES } from "~db/schema/referral-enums";

const count = z.int().nonnegative();
const instantOrNull = z.iso.datetime().nullable();

/** Data of `import.completed`. Counts are of products, customers and contracts, not of rows. */
export const importData = z
  .object({
    id: z.int(),
    status: z.enum(IMPORT_STATUSES),
    createdAt: z.iso.datetime(),
    finishedAt: instantOrNull,
    files: z.array(
      z.object({
        file: z.enum(IMPORT_FILES),
        name: z.string().meta({ description: "The merchant's name of the file" }),
        rowsRead: count,
        created: count,
        updated: count,
        unchanged: count,
        skipped: count.meta({ description: "Contracts that already exist from an earlier import" }),
        keptOut: count.meta({
          description: "Contracts, customers or products not imported because of an error",
        }),
        deleted: count,
        warnings: count,
        errors: count,
      }),
    ),
  })
  .meta({ id: "ImportSummary" });
type ImportData = z.output<typeof importData>;

type ImportRow = Pick<ImportData, "id" | "status"> & { createdAt: Date; finishedAt: Date | null };
type FileRow = ImportData["files"][number];

export const toImportData = (row: ImportRow, files: readonly FileRow[]): ImportData => ({
  id: row.id,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  files: files.map(
    ({ file, name, rowsRead, created, updated, unchanged, skipped, keptOut, deleted, warnings, errors }) => ({
      file,
      name,
      rowsRead,
      created,
      updated,
      unchanged,
      skipped,
      keptOut,
      deleted,
      warnings,
      errors,
    }),
  ),
});

/** Data of `referral.*`. */
export const referralData = z
  .object({
    id: z.int(),
    status: z.enum(REFERRAL_STATUSES),
    referrerId: z.int().meta({ format: "int64", description: "The customer who named the friend" }),
    friendEmail: z.string(),
    createdAt: z.iso.datetime(),
    acceptedAt: instantOrNull,
    closedAt: instantOrNull.meta({ description: "When it was rewarded or refused" }),
  })
  .meta({ id: "Referral" });
type ReferralData = z.output<typeof referralData>;

type ReferralRow = Pick<ReferralData, "id" | "status" | "referrerId"> & {
  email: string;
  createdAt: Date;
  acceptedAt: Date | null;
  closedAt: Date | null;
};

export const toReferralData = ({
  id,
  status,
  referrerId,
  email,
  createdAt,
  acceptedAt,
  closedAt,
}: ReferralRow): ReferralData => ({
  id,
  status,
  referrerId,
  friendEmail: email,
  createdAt: createdAt.toISOString(),
  acceptedAt: acceptedAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
});
