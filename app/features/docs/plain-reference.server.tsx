import { listEventDocs } from "~/features/event-stream/event-schemas.server";
import type { EndpointRow } from "~/http/endpoint/endpoint-table";
import type { JsonObject } from "~/http/endpoint/json-schema";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { toOpenApiDocument } from "~/http/openapi/openapi.server";
import { plainRoute } from "./plain-page.server";

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: JsonObject };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: {
    required: boolean;
    content: { "application/json": { schema: JsonObject; example: unknown } };
  };
  responses: Record<string, { description: string; content?: Record<string, { example?: unknown }> }>;
  "x-code-samples": { lang: string; source: string }[];
};
type Placed = Operation & { method: string; path: string };

/**
 * `GET /api/docs/plain`: the API's documentation as one page of text, for readers without scripts. The table is passed
 * as a function, because its module is above this one.
 */
export const definePlainReference = (getTable: () => readonly EndpointRow[]) =>
  plainRoute("readPlainReference", () => {
    const events = listEventDocs();
    const document = toOpenApiDocument(getTable(), events);
    const operations = listOperations(document);
    const tags = document.tags as { name: string; description: string }[];
    return {
      title: "Perennial API",
      route: "api/docs/plain",
      isWide: true,
      content: (
        <>
          <p>
            Described by <a href={`${MERCHANT}/openapi.json`}>an OpenAPI 3.1 document</a>.{" "}
            <a href="/api/docs#api-key">Authentication</a> is explained in the documentation.{" "}
            <a href="/problems">Problems</a> explains every error code.
          </p>
          {tags.map(({ name, description }) => (
            <section key={name}>
              <h2>{name}</h2>
              <p>{description.replaceAll("`", "")}</p>
              <ul>
                {operations
                  .filter(({ tags: own }) => own?.includes(name))
                  .map(({ operationId, summary }) => (
                    <li key={operationId}>
                      <a href={`#${operationId}`}>{summary}</a>
                    </li>
                  ))}
              </ul>
              {operations
                .filter(({ tags: own }) => own?.includes(name))
                .map((operation) => (
                  <OperationText key={operation.operationId} {...operation} />
                ))}
            </section>
          ))}
          <section>
            <h2 id="event-types">Event types</h2>
            <p>
              What the stream holds and webhooks are sent. A shop may know contract events by names that begin
              with “membership” instead of “subscription”.
            </p>
            {events.map(({ name, summary, example }) => (
              <article key={name}>
                <h3 id={name}>{name}</h3>
                <p>{summary}</p>
                <details>
                  <summary>Example</summary>
                  <pre>
                    <code>{toJson(example)}</code>
                  </pre>
                </details>
              </article>
            ))}
          </section>
        </>
      ),
    };
  });

const listOperations = (document: JsonObject): Placed[] =>
  Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);

function OperationText({ operationId, method, path, summary, description, ...operation }: Placed) {
  const body = operation.requestBody;
  return (
    <article>
      <h3 id={operationId}>{summary}</h3>
      <p>
        <code>
          {method} {path}
        </code>
      </p>
      {description && <p>{description.replaceAll("`", "")}</p>}
      {operation.parameters && (
        <>
          <h4>Parameters</h4>
          <dl>
            {operation.parameters.map((parameter) => (
              <div key={parameter.name}>
                <dt>
                  <code>{parameter.name}</code> {toTypeText(parameter)}
                </dt>
                <dd>{parameter.description}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {body && (
        <>
          <h4>Body{body.required ? "" : " (may be left out)"}</h4>
          <pre>
            <code>{toJson(body.content["application/json"].example)}</code>
          </pre>
        </>
      )}
      <h4>Answers</h4>
      <ul>
        {Object.entries(operation.responses).map(([status, { description: meaning, content }]) => (
          <li key={status}>
            {status}: {meaning}
            {content?.["application/json"]?.example !== undefined && (
              <details>
                <summary>Example</summary>
                <pre>
                  <code>{toJson(content["application/json"].example)}</code>
                </pre>
              </details>
            )}
          </li>
        ))}
      </ul>
      <h4>Examples</h4>
      {operation["x-code-samples"].map(({ lang, source }) => (
        <details key={lang}>
          <summary>{lang}</summary>
          <pre>
            <code>{source}</code>
          </pre>
        </details>
      ))}
    </article>
  );
}

function toTypeText({ in: place, required, schema }: Parameter): string {
  const { type, enum: values, default: fallback } = schema;
  return [
    place,
    required ? "required" : "optional",
    Array.isArray(values) ? values.join(", ") : [type].flat().join(" or "),
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
  ].join(" · ");
}
