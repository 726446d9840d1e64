import { type Environment, EnvironmentRefused, parseEnvironment } from "~/lib/environment/environment";

export type Env = Environment & { DATABASE_URL: string };

function requireEnv(): Env {
  const { DATABASE_URL, ...rest } = parseEnvironment(process.env);
  // `npm start` and the commands set it for the embedded database before the app is loaded.
  if (!DATABASE_URL)
    throw new EnvironmentRefused("The environment is not usable:\n  DATABASE_URL: is not set");
  return { ...rest, DATABASE_URL };
}

/** Every environment variable the app reads, parsed once at start. The README lists them. */
export const env: Env = requireEnv();
