import { programmePreview } from "~/features/referrals/admin/referral-admin.endpoints.server";

export const { loader, action } = programmePreview;
