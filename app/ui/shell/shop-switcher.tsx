import { Link } from "@remix-run/react";
import type { AdminShell } from "~/ui/hooks/admin-shell";
import { IconSelector } from "~/ui/icons/icons";
import { BrandMark } from "./brand-mark";

/** The current shop; a link to the choice of shops for staff of several. */
export function ShopSwitcher({ shell }: { shell: AdminShell }) {
  const label = (
    <>
      <BrandMark />
      <span className="pn-shop-text">
        <span className="pn-shop-name">{shell.shop.name}</span>
        <span className="pn-shop-domain">{shell.shop.storeDomain}</span>
      </span>
    </>
  );
  if (shell.shops.length < 2) return <div className="pn-shop">{label}</div>;
  return (
    <Link to="/admin/switch-shop" className="pn-shop" title="Switch to another shop">
      {label}
      <IconSelector size={16} />
    </Link>
  );
}
