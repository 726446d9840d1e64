import { STAFF_REASONS } from "~/features/contracts/staff-reasons";
import { textsOf } from "~/features/customer-pages/portal-language";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import type { Queryable } from "~db/client.server";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";

/** Cancellation reasons that a shop offers customers and staff, in all languages: they identify nobody. */
export async function listOfferedReasons(on: Queryable, shopId: number): Promise<string[]> {
  const { cancelReasons } = await readPortalSettings(shopId, on);
  return [
    ...STAFF_REASONS,
    ...PORTAL_LANGUAGES.flatMap((language) => Object.values(textsOf(language).cancel.reasons)),
    ...(cancelReasons ?? []).flatMap(({ words }) => Object.values(words)),
  ];
}
