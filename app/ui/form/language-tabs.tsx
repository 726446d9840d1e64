import { Link } from "@remix-run/react";

/** The merchant's words in one language after the other: which one the form holds, and the way to the others. */
export function LanguageTabs({ names, language }: { names: Record<string, string>; language: string }) {
  return (
    <>
      <nav className="pn-row pn-snug pn-languages" aria-label="Language of the words below">
        {Object.entries(names).map(([code, name]) => (
          <Link
            key={code}
            to={`?words=${code}`}
            lang={code}
            aria-current={code === language ? "page" : undefined}
            preventScrollReset
          >
            {name}
          </Link>
        ))}
      </nav>
      <input type="hidden" name="wordsLanguage" value={language} />
    </>
  );
}
