import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { loader } from "~/api/openapi";
import type { Json, JsonObject } from "~/http/endpoint/json-schema";

/** The document as it is served. */
export async function fetchOpenApiDocument(): Promise<JsonObject> {
  const request = new Request("http://localhost/api/external/v2/openapi.json");
  const response = await loader({ request, params: {}, context: {} });
  return (await response.json()) as JsonObject;
}

/** A value in a document, by its path of names. @throws when there is none */
export function dig(document: Json, ...names: string[]): Json {
  let value: Json | undefined = document;
  for (const name of names) {
    value = typeof value === "object" && value !== null && !Array.isArray(value) ? value[name] : undefined;
    if (value === undefined) throw new Error(`the document has no ${names.join(" → ")}`);
  }
  return value;
}

/**
 * Violations of a schema of the document by a value, as sentences; empty when it conforms. Fields that the schema does
 * not know are violations, too, so that the documentation must keep up.
 */
export function findErrors(document: JsonObject, schema: Json, value: unknown): string[] {
  const validate = compileOnce(document, schema);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath || "/"} ${error.message}`);
}

/** Compiles schemas that refer to the components of one document. Hundreds of examples share a few of them. */
type Compiler = { ajv: Ajv2020; compiled: Map<string, ValidateFunction> };
const compilers = new WeakMap<JsonObject, Compiler>();
/** By the text of the components: a document is fetched again and again, and compiling takes longer than all checks. */
const compilersByText = new Map<string, Compiler>();
const DOCUMENT = "document";

function findCompiler(document: JsonObject): Compiler {
  const text = JSON.stringify(document.components);
  const compiler = compilersByText.get(text) ?? makeCompiler(document);
  compilersByText.set(text, compiler);
  compilers.set(document, compiler);
  return compiler;
}

function makeCompiler({ components = null }: JsonObject): Compiler {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats(ajv);
  ajv.addFormat("int32", true).addFormat("int64", true).addFormat("double", true);
  ajv.addSchema(closed({ components }), DOCUMENT);
  return { ajv, compiled: new Map() };
}

function compileOnce(document: JsonObject, schema: Json): ValidateFunction {
  const { ajv, compiled } = compilers.get(document) ?? findCompiler(document);
  const text = JSON.stringify(schema);
  let validate = compiled.get(text);
  if (!validate) {
    const ofDocument = text.replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`);
    validate = ajv.compile(closed(asObject(JSON.parse(ofDocument))));
    compiled.set(text, validate);
  }
  return validate;
}

const asObject = (value: Json): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

/** The same schemas with objects that allow no further fields. */
function closed(value: JsonObject): JsonObject {
  const inner = Object.entries(value).map(([name, member]): [string, Json] => [name, closeMember(member)]);
  const isObjectSchema = value.type === "object" && value.properties !== undefined;
  return { ...Object.fromEntries(inner), ...(isObjectSchema && { additionalProperties: false }) };
}

function closeMember(member: Json): Json {
  if (Array.isArray(member)) return member.map(closeMember);
  return typeof member === "object" && member !== null ? closed(member) : member;
}
