/** The prebuilt bundle registers the custom element and exports nothing we use. */
declare module "openapi-explorer/dist/browser/openapi-explorer.min.js";
