import { TabLinks } from "~/ui/parts/tab-links";

/** The merchant's words in one language after the other: which one the form holds, and the way to the others. */
export function LanguageTabs({ names, language }: { names: Record<string, string>; language: string }) {
  return (
    <>
      <TabLinks
        label="Language of the words below"
        tabs={Object.entries(names).map(([code, text]) => ({
          to: `?words=${code}`,
          text,
          lang: code,
          isCurrent: code === language,
        }))}
      />
      <input type="hidden" name="wordsLanguage" value={language} />
    </>
  );
}
