export { landingAction as action, landingLoader as loader } from "~/features/referrals/landing.pages.server";
