/**
 * The layers, from the bottom up (docs/design.md "Layers"). A file may import from its own layer and from lower ones,
 * never from a higher one. `npm run check` fails on the first upward import and on any cycle of folders.
 */
const LAYERS = [
  "app/lib",
  "db",
  "app/access",
  "app/queue",
  "app/http",
  "app/ui",
  "app/features",
  "app/jobs",
  "app/(api|routes)",
  "scripts",
  "bench",
];

/** Features, from the bottom up; a feature may import those before it. */
const FEATURES = [
  "activity",
  "events",
  "facts",
  "addresses",
  "notes",
  "catalogue",
  "discounts",
  "portal-settings",
  "notice-settings",
  "mail",
  "text-messages",
  "customer-pages",
  "staff",
  "api-keys",
  "shops",
  "retention",
  "saved-views",
  "order-schedule",
  "referrals",
  "contracts",
  "portal-links",
  "contract-page",
  "audit-log",
  "new-contract",
  "referral-rewards",
  "billing",
  "customers",
  "bulk-automations",
  "contract-list",
  "imports",
  "bundles",
  "selling-plans",
  "insights",
  "event-stream",
  "live",
  "notices",
  "webhooks",
  "shop-closing",
  "health",
  "portal",
  "home",
  "docs",
];

/** Within a feature: endpoints import services, services repositories, and all of them pure rules. */
const FILE_KINDS = [
  "\\.repo\\.server\\.ts$",
  "\\.service\\.server\\.ts$",
  "\\.(endpoints|pages)\\.server\\.tsx?$",
];

const onlyDown = (of, order, toPath) =>
  order.slice(0, -1).map((lower, index) => ({
    name: `${of}: nothing in ${lower} imports from above`,
    severity: "error",
    from: { path: toPath(lower) },
    to: { path: order.slice(index + 1).map(toPath) },
  }));

module.exports = {
  forbidden: [
    ...onlyDown("layers", LAYERS, (layer) => `^${layer}/`),
    ...onlyDown("features", FEATURES, (feature) => `^app/features/${feature}/`),
    ...onlyDown("kinds of files", FILE_KINDS, (kind) => kind),
    {
      name: "every feature has a place in the order above",
      severity: "error",
      from: { path: "^app/features/", pathNot: `^app/features/(${FEATURES.join("|")})/` },
      to: {},
    },
    {
      name: "every folder of the app has a layer",
      severity: "error",
      comment: "The framework's entries stand above them, so only they may lie in app/ itself.",
      from: {
        path: "^app/",
        pathNot: [
          "^app/(lib|access|queue|http|ui|features|jobs|api|routes)/",
          "^app/(root|entry\\.(client|server)|env\\.d)\\.tsx?$",
        ],
      },
      to: {},
    },
    {
      name: "nothing imports the framework's entries",
      severity: "error",
      from: {},
      to: { path: "^app/(root|entry\\.(client|server))\\.tsx$" },
    },
    {
      name: "the app imports no tests",
      severity: "error",
      from: { path: "^(app|db)/" },
      to: { path: "^(test|e2e)/" },
    },
    {
      name: "no cycle of folders",
      severity: "error",
      comment:
        "Cycles between a folder and its own subfolders, which this rule cannot see: scripts/testing/folder-cycles.mjs.",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    {
      name: "no cycle of files",
      severity: "error",
      comment:
        "The OpenAPI document lists the route that serves it, so that route imports the list only when it is first called.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    {
      name: "a file that needs the server says so in its name",
      severity: "error",
      comment:
        "Without it a rule that looks pure could not be loaded by the browser, nor tested without a database.",
      from: {
        path: "^(app|db)/",
        pathNot: ["\\.server\\.tsx?$", "^app/(api|routes)/", "^app/root\\.tsx$"],
      },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "what the browser loads has no data access",
      severity: "error",
      from: { path: "^app/ui/|/ui/" },
      to: { path: ["\\.server\\.tsx?$", "^db/(?!schema/)"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.css$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".mjs"] },
  },
};
