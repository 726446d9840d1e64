import { TabLinks } from "~/ui/parts/tab-links";

/** Tabs for the merchant's texts in each language: shows which one the form holds, and links to the others. */
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
