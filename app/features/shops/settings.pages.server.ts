import { pageAction, pageLoader } from "~/http/faces.server";
import { readSettings, saveSettings } from "./settings.endpoints.server";

export const settingsLoader = pageLoader(readSettings);
export const settingsAction = pageAction({ save: saveSettings });
