import { z } from "zod";
import { hasRole } from "~/access/principal";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffPage } from "~/http/endpoint/staff-page.server";
import { KEPT_DAYS, KEPT_NAMES, type KeptDays, type KeptName, toUsualText } from "./kept-days";
import { readKeptDays } from "./retention.repo.server";
import { updateKeptDays } from "./retention.service.server";

/** Empty: the default. */
function toDays(name: KeptName) {
  const { least, most } = KEPT_DAYS[name];
  const error = `Use ${least} to ${most} days, or leave it empty: ${toUsualText(name)}.`;
  return z
    .string()
    .trim()
    .transform((text, context): number | null => {
      if (text === "") return null;
      const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
      if (days >= least && days <= most) return days;
      context.issues.push({ code: "custom", input: text, message: error });
      return z.NEVER;
    })
    .default(null);
}

const FIELDS = Object.fromEntries(KEPT_NAMES.map((name) => [name, toDays(name)])) as Record<
  KeptName,
  ReturnType<typeof toDays>
>;

const form = z
  .object({ ...FIELDS, version: z.string().default("") })
  .transform(({ version, ...days }): { days: KeptDays; version: string } => ({ days, version }));

export const retentionLoader = staffPage("readRetentionSettings", "viewer", {
  handler: async ({ principal: { shop, role } }) => {
    const { days, updatedAt } = await readKeptDays(shop.id);
    return {
      fields: Object.fromEntries(KEPT_NAMES.map((name) => [name, days[name]?.toString() ?? ""])),
      version: updatedAt?.toISOString() ?? "",
      mayEdit: hasRole(role, "owner"),
    };
  },
});

export const retentionAction = pageAction({
  save: staffChange("saveRetentionSettings", "owner", {
    body: form,
    done: "/admin/settings/retention?done=saved",
    handler: ({ principal, body, audit }) => updateKeptDays(principal.shop.id, body, audit),
  }),
});
