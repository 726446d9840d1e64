import type { ReactNode } from "react";
import { AdminDocument } from "./admin-document";
import { BrandMark } from "./brand-mark";

/** A page outside the admin's shell: one card in the middle, as for signing in. */
export function CenteredCard({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <AdminDocument>
      <main className="pn-centered">
        <div className="pn-centered-card">
          <BrandMark size={40} />
          <h1>{title}</h1>
          {note && <p className="pn-centered-note pn-dimmed">{note}</p>}
          {children}
        </div>
      </main>
    </AdminDocument>
  );
}
