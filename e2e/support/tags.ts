/** For tests that do not depend on the window's width: they run in one project only. */
export const ANY_WIDTH = "@any-width";
