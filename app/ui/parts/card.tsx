import { type ReactNode, useId } from "react";

type Props = {
  title: ReactNode;
  /** Id of the title, if something links to it. */
  id?: string;
  note?: ReactNode;
  /** At the end of the title's line, such as a link to everything. */
  more?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a page with a title of its own. */
export function Card({ title, id, note, more, className = "", children }: Props) {
  const ownId = useId();
  const titleId = id ?? ownId;
  const heading = <h2 id={titleId}>{title}</h2>;
  return (
    <section className={`pn-card ${className}`} aria-labelledby={titleId}>
      {more ? (
        <div className="pn-card-head">
          {heading}
          {more}
        </div>
      ) : (
        heading
      )}
      {note && <p className="pn-card-text">{note}</p>}
      {children}
    </section>
  );
}

/** A card of fields, one below the other. */
export const FormCard = ({ children, ...props }: Props) => (
  <Card {...props}>
    <div className="pn-stack">{children}</div>
  </Card>
);
