import { environmentSchema } from "~/lib/environment/environment";

/** The README's table of environment variables, from the schema that parses them. */
export function toConfigurationTable(): string {
  const defaults: Record<string, unknown> = environmentSchema.parse({});
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const value = defaults[name];
    return `| \`${name}\` | ${value === undefined ? "–" : `\`${value}\``} | ${schema.description} |`;
  });
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}
