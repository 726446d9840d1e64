/**
 * Signs the tests' signed requests. A file of its own, since setup.ts must not load the app before it has set the
 * environment.
 */
export const APP_SECRET = "jG4vWq8Zt1RkXn6b of the tests";
