/**
 * A part of Stryker: leaves sentences alone. A text with a space in it is said to a person, and a test that repeats it
 * word by word proves nothing; texts without one (codes, statuses, names of fields) are changed like all else.
 */
const isSentence = (text) => /\S\s|\s\S/.test(text);

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "sentences",
    value: {
      shouldIgnore({ node }) {
        const texts =
          node.type === "StringLiteral"
            ? [node.value]
            : node.type === "TemplateLiteral"
              ? node.quasis.map((part) => part.value.raw)
              : [];
        return texts.some(isSentence) ? "a sentence for a person" : undefined;
      },
    },
  },
];
