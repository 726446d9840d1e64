import { redirect } from "@remix-run/node";
import { z } from "zod";
import { type ApiKeyPrincipal, type StaffPrincipal, toAudit } from "~/access/principal";
import { customerInPath } from "~/features/customers/read/customer.schema";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { toDownload } from "~/http/endpoint/download.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { fileRoute } from "~/http/endpoint/routes.server";
import { staffForm, staffRead } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import type { RequestContext } from "~/http/request/request-context.server";
import { invalidRequest } from "~/lib/problem";
import { enumOf, instant, int64 } from "~/lib/schemas/record-schemas";
import { eraseCustomer } from "./erasure.service.server";
import type { Erasure } from "./erasures.repo.server";
import { EXPORT_FORMATS, type ExportFormat, exportCustomer } from "./personal-export.service.server";

type Caller = { principal: ApiKeyPrincipal | StaffPrincipal; context: RequestContext };

async function download(
  { principal, context }: Caller,
  customerId: number,
  format: ExportFormat,
): Promise<Response> {
  const { shop } = principal;
  const pieces = await exportCustomer(shop.id, customerId, format, toAudit(principal, context));
  const file = {
    name: `customer-${customerId}.${format}`,
    mediaType: format === "csv" ? ("text/csv" as const) : ("application/json" as const),
  };
  return toDownload(file, pieces, context, shop.id);
}

const shared = {
  tag: "Customers",
  method: "GET",
  // Orders, payments and messages are in it.
  access: { apiKey: ["contracts:read", "orders:read"] },
  params: customerInPath,
} as const;

export const exportCustomerData = defineEndpoint({
  ...shared,
  operationId: "exportCustomerData",
  summary: "Export all data held on a customer",
  description:
    "Returns the rows of each table, with columns as stored. Data that would let a reader act for the customer, such as portal links, is left out. The export is recorded in the audit log.",
  path: `${MERCHANT}/subscription-customers/{customerId}/personal-data`,
  response: z.object({
    customerId: int64("The customer"),
    exportedAt: instant("When the data was exported"),
    tables: z
      .record(z.string(), z.array(z.record(z.string(), z.unknown())))
      .meta({ description: "Rows by table name; an empty list if the table has none" }),
  }),
  example: {
    customerId: 7000000042,
    exportedAt: "2026-03-02T12:00:00.000Z",
    tables: { customers: [{ id: 7000000042, first_name: "Ada", email: "ada@example.com" }], orders: [] },
  },
  problems: ["not_found"],
  handler: (caller) => download(caller, caller.params.customerId, "json"),
});

export const exportCustomerDataAsCsv = defineEndpoint({
  ...shared,
  operationId: "exportCustomerDataAsCsv",
  summary: "Export all data held on a customer as CSV",
  description:
    "The same data as the JSON export, one value per line: table, row number, column, value. Texts that a spreadsheet would run as formulas begin with an apostrophe.",
  path: `${MERCHANT}/subscription-customers/{customerId}/personal-data.csv`,
  mediaType: "text/csv",
  response: z.string(),
  example: "Table,Row,Column,Value\r\ncustomers,1,first_name,Ada\r\n",
  problems: ["not_found"],
  handler: (caller) => download(caller, caller.params.customerId, "csv"),
});

const erasureRecord = z.object({
  customerId: int64("The customer"),
  status: enumOf(
    ["ERASING", "ERASED"],
    "ERASING: the customer is no longer shown anywhere, and the tables are still being processed",
  ),
  erasedAt: instant("When the customer was hidden everywhere"),
});

const toErasureRecord = ({ customerId, createdAt, erasedAt }: Erasure): z.output<typeof erasureRecord> => ({
  customerId,
  status: erasedAt ? "ERASED" : "ERASING",
  erasedAt: createdAt.toISOString(),
});

export const eraseCustomerData = defineEndpoint({
  operationId: "eraseCustomerData",
  summary: "Erase all data that identifies a customer",
  description:
    "Erases the name, addresses, notes and messages everywhere; the history and all amounts are kept. Portal links end at once, the rest follows in the background; call the operation again to see its status. This cannot be undone. The customer's contracts must have ended.",
  tag: "Customers",
  method: "POST",
  path: `${MERCHANT}/subscription-customers/{customerId}/erasure`,
  access: { apiKey: ["contracts:write", "orders:write"] },
  params: customerInPath,
  response: erasureRecord,
  example: { customerId: 7000000042, status: "ERASING", erasedAt: "2026-03-02T12:00:00.000Z" },
  problems: ["not_found", "conflict"],
  handler: async ({ principal, params: { customerId }, context }) =>
    toErasureRecord(await eraseCustomer(principal.shop.id, customerId, toAudit(principal, context))),
});

const pageParams = z.object({ customerId: pageId });

/** All data held on a customer, as a file. */
const downloadCustomerData = staffRead("downloadCustomerData", "owner", {
  params: pageParams,
  query: z.object({ format: z.enum(EXPORT_FORMATS).catch("json").default("json") }),
  handler: (caller) => download(caller, caller.params.customerId, caller.query.format),
});

export const customerDataFile = fileRoute(downloadCustomerData);

/** The form on the page of a customer. The sender has to type the customer's number. */
export const eraseByForm = staffForm("eraseCustomerByForm", "owner", {
  params: pageParams,
  body: z.object({ typedId: z.string().trim().default("") }),
  handler: async ({
    principal,
    params: { customerId },
    body: { typedId },
    context,
    audit,
  }): Promise<Response> => {
    if (typedId !== String(customerId))
      throw invalidRequest([
        { pointer: "/typedId", code: "invalid_value", detail: `Type the customer's number: ${customerId}.` },
      ]);
    await eraseCustomer(principal.shop.id, customerId, audit);
    const list = context.url.searchParams.get("list");
    const search = new URLSearchParams({ ...(list && { list }), done: "erased" });
    return redirect(`/admin/customers/${customerId}?${search}`, 303);
  },
});
