import type { ReactNode } from "react";
import type { Icon } from "~/ui/icons/icon";
import { IconSearchOff } from "~/ui/icons/icons";

/** The list is empty: says what will be here and how to begin. */
export function NothingYet(props: { icon: Icon; title: string; text: ReactNode; children?: ReactNode }) {
  const { icon: Glyph, title, text, children } = props;
  return (
    <div className="pn-empty">
      <span className="pn-empty-icon">
        <Glyph size={28} />
      </span>
      <h2 className="pn-empty-title">{title}</h2>
      <p className="pn-empty-text">{text}</p>
      {children && <div className="pn-actions">{children}</div>}
    </div>
  );
}

/** There are rows, but none matches the filters: links to the whole list. */
export function NothingMatches({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <NothingYet icon={IconSearchOff} title="Nothing matches" text={text}>
      {children}
    </NothingYet>
  );
}
