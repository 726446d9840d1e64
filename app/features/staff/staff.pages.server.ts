import { pageAction, pageLoader } from "~/http/faces.server";
import { readSignIn, submitSignIn, submitSignOut, submitSwitchShop } from "./sign-in.endpoints.server";
import { readShell } from "./staff.endpoints.server";

export const adminShellLoader = pageLoader(readShell);
export const signInLoader = pageLoader(readSignIn);
export const signInAction = pageAction({ signIn: submitSignIn });
export const signOutAction = pageAction({ signOut: submitSignOut });
export const switchShopAction = pageAction({ switchShop: submitSwitchShop });
