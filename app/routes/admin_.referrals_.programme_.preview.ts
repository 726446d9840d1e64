import { programmePreview } from "~/features/referrals/referral-admin.endpoints.server";

export const { loader, action } = programmePreview;
