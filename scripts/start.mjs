// `npm start`, `npm run dev`. Plain JavaScript without dependencies: node_modules may not be there yet. Nothing newer
// than top-level await before the version check, so that an old Node can still report what is wrong.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Perennial needs Node 20.19 or newer; this is ${process.version}. See https://nodejs.org.`);
  process.exit(1);
}
const { describeError, describeUncaught } = await import("../app/lib/faults/safe-error.mjs");
describeUncaught();
const { endWithNpm } = await import("./processes/end-with-npm.mjs");
const { ensureBuilt, ensureInstalled } = await import("./building/prepare.mjs");
const { readCommandLine } = await import("./command-line/command-line.mjs");
const { flags, refuse } = readCommandLine(
  `npm start, npm run dev
    Serve the app. Their settings are variables of the environment: README.md.`,
  { dev: "boolean" },
);
refuse();
endWithNpm();
const isDevelopment = flags.has("dev");
process.env.NODE_ENV = isDevelopment ? "development" : "production";
try {
  await ensureInstalled({ isForDevelopment: false });
  if (!isDevelopment) await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : describeError(error));
  process.exit(1);
}
const { load } = await import("./building/program.mjs");
const { serve } = await load("scripts/serve.ts");
await serve({ isDevelopment });
