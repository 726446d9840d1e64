import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { db } from "~db/client.server";

export const listContracts = defineEndpoint({
  operationId: "listContracts",
  summary: "List contracts",
  method: "GET",
  access: { apiKey: "read" },
  query: z.object({}),
  handler: async ({ principal }) => {
    return await db.execute(
      sql`select id, status from contracts where shop_id = ${principal.shop.id} limit 20`,
    );
  },
});
