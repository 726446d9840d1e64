export { ownPathAction as action, ownPathLoader as loader } from "~/features/portal/own-path.pages.server";
