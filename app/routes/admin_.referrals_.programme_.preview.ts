import { orLogo } from "~/features/portal/shop-logo.pages.server";
import { programmePreview } from "~/features/referrals/referral-admin.endpoints.server";

export const { action } = programmePreview;
export const loader = orLogo(programmePreview.loader);
