import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import type { Json, JsonObject } from "~/http/endpoint/json-schema";

/** `source` is a complete program, which reads key or token from the environment. */
type CodeSample = { lang: "cURL" | "JavaScript" | "Python"; source: string };

/** Placeholder for the host, to be replaced by the reader. */
export const SAMPLE_ORIGIN = "https://perennial.example";

/**
 * Calls of an operation from a shell, from JavaScript and from Python: with its required parameters and a complete
 * body, from their examples (`x-code-samples`, which documentation viewers show).
 */
export function toCodeSamples(
  path: string,
  endpoint: Endpoint,
  parameters: readonly JsonObject[],
): CodeSample[] {
  const call = toCall(path, endpoint, parameters);
  return [
    { lang: "cURL", source: toCurl(call) },
    { lang: "JavaScript", source: toJavaScript(call) },
    { lang: "Python", source: toPython(call) },
  ];
}

type Call = {
  method: string;
  url: string;
  /** Name of the credential's header, what precedes the secret in it, and the environment variable that holds the secret. */
  secret: { header: string; prefix: string; variable: string } | null;
  body: Json | undefined;
};

function toCall(
  path: string,
  { method, access, bodyExample }: Endpoint,
  parameters: readonly JsonObject[],
): Call {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, example, schema } of parameters) {
    const value = String(example ?? toFallback(schema as JsonObject));
    if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (required) query.set(String(name), value);
  }
  const search = query.size > 0 ? `?${query}` : "";
  return {
    method,
    url: `${SAMPLE_ORIGIN}${filled}${search}`,
    secret: access.apiKey
      ? { header: "X-API-Key", prefix: "", variable: "PERENNIAL_KEY" }
      : access.customer
        ? { header: "Authorization", prefix: "Bearer ", variable: "PORTAL_TOKEN" }
        : null,
    body: bodyExample as Json | undefined,
  };
}

/** For an enum its first value, else the schema's own example. */
function toFallback({ enum: values, examples }: JsonObject): Json {
  const [first] = (Array.isArray(values) ? values : Array.isArray(examples) ? examples : []) as Json[];
  return first ?? "";
}

function toCurl({ method, url, secret, body }: Call): string {
  const lines = [
    method === "GET" ? "curl" : `curl -X ${method}`,
    ...(secret ? [`-H "${secret.header}: ${secret.prefix}$${secret.variable}"`] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
    `"${url}"`,
  ];
  return lines.join(" \\\n  ");
}

function toJavaScript({ method, url, secret, body }: Call): string {
  const value =
    secret &&
    (secret.prefix
      ? `\`${secret.prefix}\${process.env.${secret.variable}}\``
      : `process.env.${secret.variable}`);
  const headers = [
    ...(secret ? [`    "${secret.header}": ${value},`] : []),
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
  ];
  return [
    `const response = await fetch("${url}", {`,
    `  method: "${method}",`,
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), "  ")}),`]),
    "});",
    "const answer = await response.json();",
    "if (!response.ok) throw new Error(answer.message);",
    "console.log(answer);",
  ].join("\n");
}

function toPython({ method, url, secret, body }: Call): string {
  const value =
    secret &&
    (secret.prefix
      ? `f"${secret.prefix}{os.environ['${secret.variable}']}"`
      : `os.environ["${secret.variable}"]`);
  return [
    ...(secret ? ["import os", ""] : []),
    "import requests",
    "",
    "response = requests.request(",
    `    "${method}",`,
    `    "${url}",`,
    ...(secret ? [`    headers={"${secret.header}": ${value}},`] : []),
    ...(body === undefined ? [] : [`    json=${indent(toPythonLiteral(body), "    ")},`]),
    "    timeout=30,",
    ")",
    "response.raise_for_status()",
    "print(response.json())",
  ].join("\n");
}

const indent = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

const PYTHON_LITERALS: Record<string, string> = { true: "True", false: "False", null: "None" };

/** JSON with Python's True, False and None, indented by four. */
function toPythonLiteral(value: Json, by = ""): string {
  const inner = `${by}    `;
  const wrap = (open: string, parts: string[], close: string) =>
    parts.length === 0 ? open + close : `${open}\n${inner}${parts.join(`,\n${inner}`)},\n${by}${close}`;
  if (Array.isArray(value))
    return wrap(
      "[",
      value.map((each) => toPythonLiteral(each, inner)),
      "]",
    );
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).map(
      ([name, each]) => `${JSON.stringify(name)}: ${toPythonLiteral(each, inner)}`,
    );
    return wrap("{", parts, "}");
  }
  return PYTHON_LITERALS[String(value)] ?? JSON.stringify(value);
}
