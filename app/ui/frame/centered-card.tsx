import type { ReactNode } from "react";
import { AdminDocument } from "~/ui/frame/admin-document";
import { BrandMark } from "~/ui/frame/brand-mark";

/** A page outside the admin's frame: one card in the middle. Sign-in and its like. */
export function LoneCard({
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
      <main className="pn-lone">
        <div className="pn-lone-card">
          <BrandMark size={40} />
          <h1>{title}</h1>
          {note && <p className="pn-lone-note pn-dimmed">{note}</p>}
          {children}
        </div>
      </main>
    </AdminDocument>
  );
}
