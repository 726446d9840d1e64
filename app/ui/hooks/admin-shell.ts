import type { PrincipalShop, StaffRole } from "~/access/principal";

/** What the layout of every admin page shows of the person signed in. */
export type AdminShell = {
  name: string;
  email: string;
  role: StaffRole;
  /** Whether keys work by themselves. */
  hasShortcuts: boolean;
  shop: {
    id: number;
    name: string;
    storeDomain: string;
    timeZone: string;
    currencyCode: string;
    gateway: PrincipalShop["gateway"];
  };
  shops: { id: number; name: string; storeDomain: string; role: StaffRole }[];
};

export const ROLE_LABELS: Record<StaffRole, string> = { owner: "Owner", editor: "Editor", viewer: "Viewer" };
