export { shortcutsAction as action } from "~/features/staff/preferences.endpoints.server";
