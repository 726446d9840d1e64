/**
 * The layers, from the bottom up (docs/design.md "Layers"). A file may import from its own layer and from lower ones,
 * never from a higher one. `npm run check` fails on the first upward import and on any cycle of folders.
 */
const FLOORS = [
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

/** Features in order, from the bottom up; a feature may import those before it. */
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
  "health",
  "portal",
  "home",
  "docs",
];

/** Within a feature: endpoints import services, services repositories, and all of them pure rules. */
const STOREYS = [
  "\\.repo\\.server\\.ts$",
  "\\.service\\.server\\.ts$",
  "\\.(endpoints|pages)\\.server\\.tsx?$",
];

const onlyDown = (kind, floors, toPath) =>
  floors.slice(0, -1).map((floor, index) => ({
    name: `${kind}: nothing in ${floor} imports from above`,
    severity: "error",
    from: { path: toPath(floor) },
    to: { path: floors.slice(index + 1).map(toPath) },
  }));

module.exports = {
  forbidden: [
    ...onlyDown("floors", FLOORS, (floor) => `^${floor}/`),
    ...onlyDown("features", FEATURES, (feature) => `^app/features/${feature}/`),
    ...onlyDown("storeys", STOREYS, (storey) => storey),
    {
      name: "every feature has a place in the order above",
      severity: "error",
      from: { path: "^app/features/", pathNot: `^app/features/(${FEATURES.join("|")})/` },
      to: {},
    },
    {
      name: "no circle of folders",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    {
      name: "no circle of files",
      severity: "error",
      comment:
        "The OpenAPI document lists the route that serves it: that route loads the list at its first call.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
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
