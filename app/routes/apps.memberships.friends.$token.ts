export {
  landingAction as action,
  landingLoader as loader,
} from "~/features/referrals/landing/landing.pages.server";
