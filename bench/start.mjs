// `npm run bench`. Plain JavaScript without dependencies: node_modules may not be there yet.
const { ensureBuilt, ensureInstalled } = await import("../scripts/building/prepare.mjs");
process.env.NODE_ENV = "production";
await ensureInstalled({ isForDevelopment: true });
const { load } = await import("../scripts/building/program.mjs");
const { runBench } = await load("bench/bench.ts");
await runBench(ensureBuilt);
