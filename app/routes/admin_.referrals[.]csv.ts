import { referralExport } from "~/features/referrals/referral-admin.endpoints.server";

export const { loader, action } = referralExport;
