import { expect, test } from "vitest";
import { toTextMessage } from "~/features/text-messages/segments";

test.each([
  ["Hello", "Hello", 1, 5, true],
  ["It’s “12,00\u00a0€” – ok…", 'It\'s "12,00 €" - ok...', 1, 23, true],
  ["in data 1º ottobre", "in data 1o ottobre", 1, 18, true],
  ["a".repeat(160), "a".repeat(160), 1, 160, true],
  ["a".repeat(161), "a".repeat(161), 2, 161, true],
  ["–".repeat(3), "---", 1, 3, true],
  ["日".repeat(70), "日".repeat(70), 1, 70, false],
  ["日".repeat(71), "日".repeat(71), 2, 71, false],
  // A text that does not fit the small alphabet keeps its typography: plain characters would not be cheaper.
  ["C’est ça", "C’est ça", 1, 8, false],
])("%j is sent as %j: so many messages", (given, text, segments, characters, isPlain) => {
  expect(toTextMessage(given)).toEqual({ text, segments, characters, isPlain });
});
