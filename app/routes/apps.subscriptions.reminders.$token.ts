export { stopAction as action, stopLoader as loader } from "~/features/notices/stop.pages.server";
