type Advisory = { title: string; url: string; severity: string; range: string };
/** @field via advisories on the package itself, and names of the packages that it has its faults from */
type Vulnerable = {
  name: string;
  severity: string;
  via: (Advisory | string)[];
  nodes: string[];
  fixAvailable: boolean | { name: string; version: string };
};
/** The parts of `npm audit --json` that are read here. Without an answer of the registry it holds only `message`. */
type Audit = { vulnerabilities?: Record<string, Vulnerable>; message?: string };
/** @field exitCode 0 nothing high or critical, 1 something is, 3 not known */
type Findings = { lines: string[]; exitCode: 0 | 1 | 3 };

const GRAVE = ["high", "critical"];

/** What `npm audit --json` printed, in words: one line for each package. */
export function readAudit(printed: string): Findings {
  const { vulnerabilities, message } = parse(printed);
  if (!vulnerabilities)
    return {
      lines: [
        `Nothing is known: the registry did not answer the audit (${message ?? "npm printed no report"}).`,
        "Run this again where the registry's audit can be reached, before a release at the latest.",
      ],
      exitCode: 3,
    };
  const found = Object.values(vulnerabilities);
  if (found.length === 0)
    return { lines: ["No advisory is known for the packages of production."], exitCode: 0 };
  return {
    lines: found.map(toLine),
    exitCode: found.some(({ severity }) => GRAVE.includes(severity)) ? 1 : 0,
  };
}

function parse(printed: string): Audit {
  try {
    return JSON.parse(printed);
  } catch {
    return {};
  }
}

function toLine({ name, severity, via, nodes, fixAvailable }: Vulnerable): string {
  const why = via.map((each) =>
    typeof each === "string" ? `by ${each}` : `${each.title}, ${name} ${each.range}, ${each.url}`,
  );
  return `${name}: ${severity} (${why.join("; ")}), in ${nodes.join(", ")}; ${toFix(fixAvailable)}`;
}

function toFix(fix: Vulnerable["fixAvailable"]): string {
  if (typeof fix === "object") return `fixed with ${fix.name} ${fix.version}`;
  return fix ? "fixed by `npm audit fix`" : "no fix is known";
}
