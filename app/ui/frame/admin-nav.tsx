import { useLocation } from "@remix-run/react";
import type { Icon } from "@tabler/icons-react";
import IconBell from "@tabler/icons-react/dist/esm/icons/IconBell.mjs";
import IconCalendarRepeat from "@tabler/icons-react/dist/esm/icons/IconCalendarRepeat.mjs";
import IconChartBar from "@tabler/icons-react/dist/esm/icons/IconChartBar.mjs";
import IconDeviceMobile from "@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs";
import IconGift from "@tabler/icons-react/dist/esm/icons/IconGift.mjs";
import IconHome from "@tabler/icons-react/dist/esm/icons/IconHome.mjs";
import IconKey from "@tabler/icons-react/dist/esm/icons/IconKey.mjs";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import IconPackage from "@tabler/icons-react/dist/esm/icons/IconPackage.mjs";
import IconReceipt from "@tabler/icons-react/dist/esm/icons/IconReceipt.mjs";
import IconRepeat from "@tabler/icons-react/dist/esm/icons/IconRepeat.mjs";
import IconSettings from "@tabler/icons-react/dist/esm/icons/IconSettings.mjs";
import IconStack2 from "@tabler/icons-react/dist/esm/icons/IconStack2.mjs";
import IconTicket from "@tabler/icons-react/dist/esm/icons/IconTicket.mjs";
import IconUpload from "@tabler/icons-react/dist/esm/icons/IconUpload.mjs";
import IconUsers from "@tabler/icons-react/dist/esm/icons/IconUsers.mjs";
import IconWebhook from "@tabler/icons-react/dist/esm/icons/IconWebhook.mjs";
import { hasRole, type StaffRole } from "~/access/principal";

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
              <Glyph size={18} stroke={1.75} aria-hidden />
              {text}
            </a>
          );
        },
      )}
    </nav>
  );
}
