export { ownPathAction as action, ownPathLoader as loader } from "~/features/portal/custom-path.pages.server";
