import type { ReactNode } from "react";
import type { Icon } from "~/ui/icons/icon";
import { IconSearchOff } from "~/ui/icons/icons";

/** Nothing there yet: says what will stand here and how to begin. */
export function NothingYet(props: { icon: Icon; title: string; text: ReactNode; children?: ReactNode }) {
  const { icon: Glyph, title, text, children } = props;
  return (
    <div className="pn-empty">
      <span className="pn-empty-icon">
        <Glyph size={28} stroke={1.5} />
      </span>
      <h2 className="pn-empty-title">{title}</h2>
      <p className="pn-empty-text">{text}</p>
      {children && <div className="pn-actions">{children}</div>}
    </div>
  );
}

/** There is something, but the filters let nothing through: offers the way back to everything. */
export function NothingMatches({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <NothingYet icon={IconSearchOff} title="Nothing matches" text={text}>
      {children}
    </NothingYet>
  );
}
