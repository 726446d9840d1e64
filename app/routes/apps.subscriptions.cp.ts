export { portalAction as action, portalLoader as loader } from "~/features/portal/portal.pages.server";
