import { setTimeout as delay } from "node:timers/promises";
import type { SoakShop } from "./soak-shop";

const BULK = "/api/external/v2/bulk-automations";
const LOOK_EVERY_MS = 500;
const PAUSE_MS = 5000;

type Automation = { id: number; status: string; total?: number; failed?: number; succeeded?: number };

/** Bulk changes one after the other, each with another price, until `isOver`. @returns the result of each */
export async function changeInBulk(origin: string, shop: SoakShop, isOver: () => boolean) {
  const headers = { "X-API-Key": shop.writeKey, "Content-Type": "application/json" };
  const body = JSON.stringify({ subscriptionIds: shop.bulk.join(",") });
  const wrong: string[] = [];
  let changes = 0;
  while (!isOver()) {
    const price = (1 + (changes % 9)).toFixed(2);
    const made = await fetch(`${origin}${BULK}/delivery-price?deliveryPrice=${price}`, {
      method: "PUT",
      headers,
      body,
    });
    if (!made.ok) {
      wrong.push(`bulk change: ${made.status} ${await made.text()}`);
      break;
    }
    let task = (await made.json()) as Automation;
    while (task.status === "PLANNING" || task.status === "RUNNING") {
      await delay(LOOK_EVERY_MS);
      task = (await (await fetch(`${origin}${BULK}/${task.id}`, { headers })).json()) as Automation;
    }
    if (task.status !== "COMPLETED" || task.failed !== 0 || task.succeeded !== shop.bulk.length)
      wrong.push(`bulk change: ${JSON.stringify(task).slice(0, 300)}`);
    changes++;
    await delay(PAUSE_MS);
  }
  return { changes, wrong };
}
