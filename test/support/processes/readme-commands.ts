/** Command lines for a reader of the README: its code blocks without a language. */
export function listCommandLines(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, language, text = ""]) =>
    language === "" ? [text] : [],
  );
  return blocks.flatMap((text) =>
    text
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
}

/**
 * Splits a line into arguments as a shell does: 'as it is', "with $NAME", \x, unquoted arguments. Nothing else of a shell: an
 * example that needs more would not work in every shell.
 */
export function splitArguments(line: string, variables: Record<string, string>): string[] {
  const expand = (text: string) =>
    text.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`nobody has set $${name}: ${line}`);
      return value;
    });
  const args: string[] = [];
  for (const [quotedArgument] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    const parts = [...quotedArgument.matchAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g)];
    args.push(
      parts.map(([, raw, quoted, bare]) => raw ?? expand(quoted ?? requirePlain(bare ?? "", line))).join(""),
    );
  }
  return args;
}

function requirePlain(text: string, line: string): string {
  if (/[|&;<>()*?[\]`\\!~…]/.test(text)) throw new Error(`a shell would not take ${text} as it is: ${line}`);
  return text;
}

/**
 * The request that a curl command makes. Supports -X, -H and -d, as the README uses them.
 * @throws on any other option, and when there is not exactly one URL
 */
export function toRequest(args: readonly string[]): { url: URL; init: RequestInit } {
  const [program, ...rest] = args;
  const headers = new Headers();
  const urls: string[] = [];
  let method: string | undefined;
  let body: string | undefined;
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "-X") method = rest.shift();
    else if (argument === "-d") body = rest.shift();
    else if (argument === "-H") {
      const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(rest.shift() ?? "") ?? [];
      headers.set(name, value);
    } else if (argument.startsWith("-"))
      throw new Error(`an option of curl that is not read here: ${argument}`);
    else urls.push(argument);
  }
  const [url, ...more] = urls;
  if (program !== "curl" || url === undefined || more.length > 0)
    throw new Error(`not one request: ${args.join(" ")}`);
  if (body !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/x-www-form-urlencoded");
  method ??= body === undefined ? "GET" : "POST";
  return { url: new URL(url), init: { method, headers, body } };
}
