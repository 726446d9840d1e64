import { useLocation } from "@remix-run/react";
import { hasRole, type StaffRole } from "~/access/principal";
import type { Icon } from "~/ui/icons/icon";
import {
  IconBell,
  IconCalendarRepeat,
  IconChartBar,
  IconDeviceMobile,
  IconGift,
  IconHome,
  IconKey,
  IconMail,
  IconPackage,
  IconReceipt,
  IconRepeat,
  IconSettings,
  IconStack2,
  IconTicket,
  IconUpload,
  IconUsers,
  IconWebhook,
} from "~/ui/icons/icons";

type Entry = { to: string; label: string; icon: Icon; end?: true; least?: StaffRole };

const ENTRIES: Entry[] = [
  { to: "/admin", label: "Home", icon: IconHome, end: true },
  { to: "/admin/contracts", label: "Contracts", icon: IconRepeat },
  { to: "/admin/orders", label: "Orders", icon: IconReceipt },
  { to: "/admin/customers", label: "Customers", icon: IconUsers },
  { to: "/admin/insights", label: "Insights", icon: IconChartBar },
  { to: "/admin/bulk-automations", label: "Bulk changes", icon: IconStack2 },
  { to: "/admin/discounts", label: "Discount codes", icon: IconTicket },
  { to: "/admin/portal", label: "Portal", icon: IconDeviceMobile },
  { to: "/admin/bundles", label: "Bundles", icon: IconPackage },
  { to: "/admin/selling-plans", label: "Selling plans", icon: IconCalendarRepeat },
  { to: "/admin/referrals", label: "Referrals", icon: IconGift },
  { to: "/admin/imports", label: "Import", icon: IconUpload },
  { to: "/admin/api-keys", label: "API keys", icon: IconKey, least: "owner" },
  { to: "/admin/notices", label: "Notices", icon: IconBell },
  { to: "/admin/webhooks", label: "Webhooks", icon: IconWebhook, least: "owner" },
  { to: "/admin/mails", label: "Mails", icon: IconMail, least: "owner" },
  { to: "/admin/settings", label: "Settings", icon: IconSettings },
];

/** The main navigation, without entries that the role may not open (the server refuses those anyway). */
export function AdminNav({ role, label }: { role: StaffRole; label: string }) {
  const place = `${useLocation().pathname.replace(/\/+$/, "")}/`;
  return (
    <nav aria-label={label} className="pn-nav" data-client-links="prefetch">
      {ENTRIES.filter((entry) => hasRole(role, entry.least ?? "viewer")).map(
        ({ to, label: text, icon: Glyph, end }) => {
          const isCurrent = end ? place === `${to}/` : place.startsWith(`${to}/`);
          return (
            <a key={to} href={to} className="pn-nav-link" aria-current={isCurrent ? "page" : undefined}>
              <Glyph size={18} />
              {text}
            </a>
          );
        },
      )}
    </nav>
  );
}
