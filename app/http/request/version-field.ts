/**
 * Forms carry the version that they show as `version`. Pages opened before the release that gave it one name send it as
 * `updatedAt` or `seen`: delete this with the release after it.
 */
export function withVersion<Value>(values: Record<string, Value>): Record<string, Value> {
  const version = values.version ?? values.updatedAt ?? values.seen;
  return version === undefined ? values : { ...values, version };
}
