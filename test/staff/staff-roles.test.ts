import type { ActionFunctionArgs } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { STAFF_ROLES, type StaffRole } from "~/access/principal";
import { apiKeysAction, apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import { homeLoader } from "~/features/home/home.endpoints.server";
import { settingsAction, settingsLoader } from "~/features/shops/settings.endpoints.server";
import { accountAction, accountLoader } from "~/features/staff/account/account.endpoints.server";
import { switchShopAction } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import { teamAction, teamLoader } from "~/features/staff/team/team.endpoints.server";
import { webhooksAction, webhooksLoader } from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import { ask, pageRequest } from "../support/calls/pages";
import { insertStaff, signIn } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

type Page = {
  name: string;
  handler: (args: ActionFunctionArgs) => Promise<unknown>;
  path: string;
  posts?: true;
  may: StaffRole[];
};

const PAGES: Page[] = [
  { name: "the shell", handler: adminShellLoader, path: "/admin", may: ["viewer", "editor", "owner"] },
  { name: "home", handler: homeLoader, path: "/admin", may: ["viewer", "editor", "owner"] },
  { name: "settings", handler: settingsLoader, path: "/admin/settings", may: ["viewer", "editor", "owner"] },
  {
    name: "saving settings",
    handler: settingsAction,
    path: "/admin/settings?intent=save",
    posts: true,
    may: ["owner"],
  },
  { name: "API keys", handler: apiKeysLoader, path: "/admin/api-keys", may: ["owner"] },
  {
    name: "making an API key",
    handler: apiKeysAction,
    path: "/admin/api-keys?intent=create",
    posts: true,
    may: ["owner"],
  },
  {
    name: "revoking an API key",
    handler: apiKeysAction,
    path: "/admin/api-keys?intent=revoke",
    posts: true,
    may: ["owner"],
  },
  { name: "webhooks", handler: webhooksLoader, path: "/admin/webhooks", may: ["owner"] },
  {
    name: "adding a webhook endpoint",
    handler: webhooksAction,
    path: "/admin/webhooks?intent=create",
    posts: true,
    may: ["owner"],
  },
  {
    name: "naming the events",
    handler: webhooksAction,
    path: "/admin/webhooks?intent=family",
    posts: true,
    may: ["owner"],
  },
  { name: "staff", handler: teamLoader, path: "/admin/staff", may: ["viewer", "editor", "owner"] },
  ...["invite", "withdraw", "role", "remove"].map(
    (intent): Page => ({
      name: `a change of the staff (${intent})`,
      handler: teamAction,
      path: `/admin/staff?intent=${intent}`,
      posts: true,
      may: ["owner"],
    }),
  ),
  {
    name: "one's own account",
    handler: accountLoader,
    path: "/admin/account",
    may: ["viewer", "editor", "owner"],
  },
  ...["name", "password", "end", "endOthers"].map(
    (intent): Page => ({
      name: `a change of one's own account (${intent})`,
      handler: accountAction,
      path: `/admin/account?intent=${intent}`,
      posts: true,
      may: ["viewer", "editor", "owner"],
    }),
  ),
  {
    name: "switching shops",
    handler: switchShopAction,
    path: "/admin/switch-shop",
    posts: true,
    may: ["viewer", "editor", "owner"],
  },
];

const open = ({ handler, path, posts }: Page, cookie: string, origin?: string) =>
  ask(handler, pageRequest(path, { cookie, ...(posts && { form: {}, origin }) }));

describe.each(PAGES)("$name", (page) => {
  test.each(STAFF_ROLES)(`for a %s: allowed to ${page.may.join(", ")}`, async (role) => {
    const staff = await insertStaff(shop.id, role);
    const { problem } = await open(page, await signIn(shop.id, staff.id));
    expect(problem?.code === "forbidden").toBe(!page.may.includes(role));
  });

  test("without a session leads to the sign-in and back", async () => {
    const answer = await open(page, "");
    expect(answer.status).toBe(302);
    const pathname = page.path.split("?")[0] ?? "";
    expect(answer.headers.get("Location")).toContain(`/admin/sign-in?next=${encodeURIComponent(pathname)}`);
  });
});

test.each(PAGES.filter(({ posts }) => posts))("$name from another site is refused", async (page) => {
  const answer = await open(page, await signIn(shop.id, shop.staff.id), "https://evil.example");
  expect(answer.problem?.code).toBe("origin_mismatch");
});
