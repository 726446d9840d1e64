// `npm run bench`. Plain JavaScript without dependencies: node_modules may not be there yet.
const { ensureBuilt, ensureInstalled } = await import("../scripts/prepare.mjs");
process.env.NODE_ENV = "production";
await ensureInstalled();
await ensureBuilt();
const { register } = await import("tsx/esm/api");
register();
const { runBench } = await import("./bench.ts");
await runBench(process.argv.slice(2));
