/** Values that people paste, scripts send and calendars lack. */
export const ODD_VALUES = [
  ...[
    "",
    " ",
    "\u2028",
    "\u202e",
    "a\0b",
    "a\tb",
    "1\n2",
    "\r\nX: 1",
    "A\u030a",
    "🏳️‍🌈",
    "<script>",
    "\\",
    "%00",
    "' or 1=1",
    "*",
    "(((((",
  ],
  ...[
    "0",
    "-1",
    "-0",
    "+5",
    "00012",
    "0x10",
    "１２",
    "٣",
    "1,5",
    "1 000",
    "5 %",
    "1.005",
    "0.00000001",
    "1e-7",
    "1e308",
    "1e400",
  ],
  ...[
    "32768",
    "2147483648",
    "-2147483649",
    "123456789012345",
    "9007199254740993",
    "99999999999999999999",
    "9".repeat(400),
  ],
  ...["NaN", "Infinity", "null", "undefined", "true", "on", "__proto__", "constructor", "hasOwnProperty"],
  ...[
    "2026-02-30",
    "0000-00-00",
    "0001-01-01",
    "9999-12-31",
    "275760-09-14",
    "-000001-01-01",
    "2026-13-45T10:00Z",
    "9999-12-31T23:59",
    "2026-03-29T02:30",
  ],
  ...[
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "-000001-01-01T00:00:00Z",
    "2026-11-26T00:00:00+99:99",
  ],
  ...[
    "[]",
    "{}",
    "[null]",
    '{"a":1}',
    "[1,2",
    "gid://platform/SubscriptionContract/1",
    "..",
    "javascript:alert(1)",
    "http://[::1",
  ],
  ...[
    " https://shop.example/hook ",
    "https://user:pass@shop.example",
    "a@b.c,d@e.f",
    "US",
    "USD",
    "MONTH",
    "ALL",
  ],
  ...["\u{1F600}".repeat(3000), "a".repeat(20_000)],
];

/** How many of them a field gets, besides its likely ones; ODD_INPUT=all for all (some 70,000 calls, ten minutes). */
const IN_TURN = process.env.ODD_INPUT === "all" ? ODD_VALUES.length : 1;
/** Values most likely to break a field with such a name. */
const LIKELY: [RegExp, string[]][] = [
  [
    /(?:[dD]ay|[dD]ate|[fF]rom|^to|^on|On|At|due)$/,
    ["9999-12-31", "0001-01-01", "-000001-01-01", "0000-01-01T00:00:00Z"],
  ],
  [/(?:version|seen|count|days|limit|quantity\d*|page)$/i, ["2147483648", "9007199254740993"]],
  [/./, [" "]],
];
/** JSON values other than text. */
const ODD_JSON = [null, true, 0, -1, 1.005, 1e308, [], {}, [null], [[]], { a: 1 }];
let turn = 0;
const takeTurns = <T>(values: readonly T[]): T[] =>
  Array.from({ length: Math.min(IN_TURN, values.length) }, () => values[turn++ % values.length] as T);

/** Odd values for a field: its likely ones, and the next of all values in turn. */
export const toOddValues = (name: string): Set<string> =>
  new Set([...LIKELY.flatMap(([kind, values]) => (kind.test(name) ? values : [])), ...takeTurns(ODD_VALUES)]);

/** Copies of a JSON value, in each of which one part is odd or, of an object, missing. @yields the part's pointer, too */
export function* toOddJson(
  value: unknown,
  path = "",
): Generator<{ path: string; odd: unknown; json: unknown }> {
  for (const odd of [...takeTurns<unknown>(ODD_VALUES), ...takeTurns(ODD_JSON)])
    yield { path, odd, json: odd };
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    const withPart = (json: unknown) => {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      if (json === undefined) Reflect.deleteProperty(copy, key);
      else Reflect.set(copy, key, json);
      return copy;
    };
    if (!Array.isArray(value)) yield { path: `${path}/${key}`, odd: undefined, json: withPart(undefined) };
    for (const each of toOddJson(part, `${path}/${key}`)) yield { ...each, json: withPart(each.json) };
  }
}
