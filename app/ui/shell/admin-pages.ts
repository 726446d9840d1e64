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

type AdminPage = {
  to: string;
  label: string;
  /** Without one it is not in the navigation. */
  icon?: Icon;
  /** The letter that leads to it after "g". */
  key?: string;
  /** Pages below its address are not part of it. */
  end?: true;
  /** `viewer` unless given. */
  least?: StaffRole;
};

/** Main navigation and shortcut keys, in the order of both. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  { to: "/admin", label: "Home", key: "h", icon: IconHome, end: true },
  { to: "/admin/contracts", label: "Contracts", key: "c", icon: IconRepeat },
  { to: "/admin/contracts/new", label: "New contract", key: "n", least: "editor" },
  { to: "/admin/orders", label: "Orders", key: "o", icon: IconReceipt },
  { to: "/admin/customers", label: "Customers", key: "u", icon: IconUsers },
  { to: "/admin/insights", label: "Insights", key: "i", icon: IconChartBar },
  { to: "/admin/bulk-automations", label: "Bulk changes", key: "b", icon: IconStack2 },
  { to: "/admin/discounts", label: "Discount codes", key: "d", icon: IconTicket },
  { to: "/admin/portal", label: "Portal", key: "p", icon: IconDeviceMobile },
  { to: "/admin/bundles", label: "Bundles", icon: IconPackage },
  { to: "/admin/selling-plans", label: "Selling plans", key: "l", icon: IconCalendarRepeat },
  { to: "/admin/referrals", label: "Referrals", icon: IconGift },
  { to: "/admin/imports", label: "Import", icon: IconUpload },
  { to: "/admin/api-keys", label: "API keys", icon: IconKey, least: "owner" },
  { to: "/admin/notices", label: "Notices", icon: IconBell },
  { to: "/admin/webhooks", label: "Webhooks", icon: IconWebhook, least: "owner" },
  { to: "/admin/mails", label: "Mails", icon: IconMail, least: "owner" },
  { to: "/admin/settings", label: "Settings", key: "s", icon: IconSettings },
];

/** The pages that the role may open; the server refuses the others anyway. */
export const listAdminPages = (role: StaffRole): AdminPage[] =>
  ADMIN_PAGES.filter(({ least = "viewer" }) => hasRole(role, least));
