/** A language's tag as a name: `ptBR`, `zhHans`. */
type Named<Tag extends string> = Tag extends `${infer Language}-${infer Variant}`
  ? `${Language}${Variant}`
  : Tag;

/** The texts in a language, by the texts of every language: a missing one fails the build. */
export const toTextsOf =
  <Language extends string, Texts>(languages: Record<Named<Language>, () => Texts>) =>
  (language: Language): Texts =>
    languages[language.replace("-", "") as Named<Language>]();
