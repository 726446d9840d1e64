import { jsonUrls } from "./app/api/url-table.js";

/** @type {import('@remix-run/dev').AppConfig} */
export default {
  serverModuleFormat: "esm",
  serverPlatform: "node",
  ignoredRouteFiles: ["**/.*", "**/*.test.*"],
  serverDependenciesToBundle: [
    // Mantine ships ES modules that Node cannot load as they are.
    /^@mantine\//,
    // Of a hundred small files each, which Node would read one by one at every start (as in program.mjs).
    /^(drizzle-orm|jose|libphonenumber-js|stripe|zod)(\/|$)/,
  ],
  postcss: true,
  tailwind: false,
  browserNodeBuiltinsPolyfill: {},
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
  },
  routes(defineRoutes) {
    return defineRoutes((route) => {
      for (const { id, path, file } of jsonUrls) route(path, file, { id });
    });
  },
};
