import type { PortalLanguage } from "~db/schema/portal-settings";

/** The tag as a name: `ptBR`, `zhHans`. */
type Named<Tag extends string> = Tag extends `${infer Language}-${infer Variant}`
  ? `${Language}${Variant}`
  : Tag;
type Name = Named<PortalLanguage>;

/** The texts in a language, by the texts of every language: a missing one fails the build. */
export const toTextsOf =
  <Texts>(languages: Record<Name, () => Texts>) =>
  (language: PortalLanguage): Texts =>
    languages[language.replace("-", "") as Name]();
