import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { insertContract } from "../../test/support/data/factories";
import { useSession } from "../support/admin";
import { expectUsablePage } from "../support/axe";
import { expect, test } from "../support/test";

// A refused form.
test.use({ expectedStatuses: [400] });
test.beforeEach(({ context, baseURL, shop }) => useSession(context, baseURL, shop));

type Received = { body: string; headers: Record<string, string> };

/** A server of the shop, which can be made to fail. */
async function startOwnServer() {
  const own = { received: [] as Received[], status: 200, url: "", close: () => {} };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    own.received.push({
      body: Buffer.concat(parts).toString("utf8"),
      headers: request.headers as Record<string, string>,
    });
    response.writeHead(own.status).end("noted");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  own.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  own.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return own;
}

test("an endpoint is added, a contract edited, the delivery seen with its answer, and sent again", async ({
  page,
  shop,
}) => {
  const contract = await insertContract(shop.id);
  const own = await startOwnServer();
  await page.goto("/admin/webhooks");
  await expectUsablePage(page);
  await page.getByLabel("Address").fill("http://10.0.0.1/hooks");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("leads into an inner network").first()).toBeVisible();
  await expectUsablePage(page);
  await page.getByLabel("Address").fill(own.url);
  await page.getByText("Only these").click();
  await page.getByLabel("subscription.paused").check();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const secret = await page.getByLabel("Signing secret").inputValue();
  await expectUsablePage(page);

  await page.goto(`/admin/contracts/${contract.subscriptionContractId}?action=pause`);
  await page.getByRole("dialog").getByRole("button", { name: /Pause/ }).click();
  await expect.poll(() => own.received.length).toBe(1);
  const [message] = own.received;
  expect(new Webhook(secret).verify(message?.body ?? "", message?.headers ?? {})).toMatchObject({
    type: "subscription.paused",
  });

  await page.goto("/admin/webhooks");
  await page.getByLabel("Membership").check();
  await page.getByRole("button", { name: "Save names" }).click();
  await expect(page.getByText("Names saved")).toBeVisible();
  await expect(page.getByRole("row", { name: own.url })).toContainText("membership.paused");
  await page.getByLabel("Subscription", { exact: true }).check();
  await page.getByRole("button", { name: "Save names" }).click();
  await expect(page.getByRole("row", { name: own.url })).toContainText("subscription.paused");
  await page.getByRole("link", { name: own.url }).click();
  const row = page.getByRole("row", { name: /subscription\.paused/ });
  await expect(row).toContainText("Delivered");
  await expect(row).toContainText("Answered 200");
  await expectUsablePage(page);
  await row.getByRole("link").click();
  await expect(page.getByText("noted")).toBeVisible();
  await expect(page.getByText('"type": "subscription.paused"')).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => own.received.length).toBe(2);
  expect(own.received[1]?.headers["webhook-id"]).toBe(message?.headers["webhook-id"]);

  own.status = 500;
  await page.getByRole("link", { name: "Endpoint" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("Answered 500")).toBeVisible();
  await expectUsablePage(page);
  await page.getByRole("link", { name: "Endpoint" }).click();
  await page.getByRole("link", { name: "Send again since" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectUsablePage(page);
  own.close();
});
