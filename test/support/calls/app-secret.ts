/** What signed requests of tests are signed with. Apart, since setup.ts must not load the app before it has set the environment. */
export const APP_SECRET = "jG4vWq8Zt1RkXn6b of the tests";
