import { useLocation } from "@remix-run/react";
import type { StaffRole } from "~/access/principal";
import { listAdminPages } from "./admin-pages";

/** The main navigation. */
export function AdminNav({ role }: { role: StaffRole }) {
  const place = `${useLocation().pathname.replace(/\/+$/, "")}/`;
  return (
    <nav aria-label="Main" className="pn-nav" data-client-links="prefetch">
      {listAdminPages(role).map(({ to, label: text, icon: Glyph, end }) => {
        if (!Glyph) return null;
        const isCurrent = end ? place === `${to}/` : place.startsWith(`${to}/`);
        return (
          <a key={to} href={to} className="pn-nav-link" aria-current={isCurrent ? "page" : undefined}>
            <Glyph size={18} />
            {text}
          </a>
        );
      })}
    </nav>
  );
}
