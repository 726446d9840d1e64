import { z } from "zod";
import { toCustomerName } from "~/access/customer-name";
import { COUNTED_PAGE_HEADERS, toPageResponse } from "~/http/endpoint/counted-page.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { pagingParameters, readPaging } from "~/http/request/paging-parameters";
import { emailText, searchText } from "~/http/request/query-parameters";
import { type ListedCustomer, listedCustomer } from "./customer.schema";
import {
  type CustomerRow,
  type CustomerSort,
  countCustomers,
  listCustomerRows,
} from "./customer-list.repo.server";

const COLUMNS = ["customer_id", "name", "email"] as const;
const DEFAULT_SORT: CustomerSort[] = [{ column: "customer_id", isDescending: false }];

/** `column,asc|desc`, the column in snake or camel case; null for anything else. */
function parseSort(text: string): CustomerSort | null {
  const [name = "", direction = "asc", ...rest] = text.split(",").map((part) => part.trim());
  const column = COLUMNS.find((each) => each === name || (each === "customer_id" && name === "customerId"));
  if (!column || rest.length > 0 || !/^(asc|desc)$/i.test(direction)) return null;
  return { column, isDescending: direction.toLowerCase() === "desc" };
}

export const listCustomers = defineEndpoint({
  operationId: "listCustomers",
  summary: "List customers with contracts",
  description: "Customers with contracts of any status. Filters combine with AND; a blank filter is ignored.",
  tag: "Customers",
  method: "GET",
  path: `${MERCHANT}/subscription-contract-details/customers`,
  access: { apiKey: "contracts:read" },
  query: z.object({
    email: emailText({ description: "Part of the e-mail address, in any case." }),
    name: searchText({ description: "Part of the name, in any case." }),
    ...pagingParameters("Customers", {
      columns: COLUMNS,
      parse: parseSort,
      description: `Columns: ${COLUMNS.join(", ")}; only the first one given is used. Default: \`customer_id,asc\`.`,
    }),
  }),
  response: z.array(listedCustomer),
  example: [
    {
      customerId: 7_000_000_042,
      name: "Ada Lovelace",
      email: "ada@example.com",
      activeSubscriptions: 1,
      totalSubscriptions: 2,
      nextOrderDate: "2027-01-31T09:00:00.000Z",
    },
  ],
  responseHeaders: COUNTED_PAGE_HEADERS,
  handler: async ({ principal: { shop }, query: { email, name, ...paging } }) => {
    const { page, size, sort } = readPaging(paging, DEFAULT_SORT);
    const filters = { email, name };
    const total = await countCustomers(shop.id, filters);
    const rows = await listCustomerRows(
      shop.id,
      filters,
      sort[0] ?? { column: "customer_id", isDescending: false },
      { offset: page * size },
      { limit: size + 1, isFew: total.isExact },
    );
    return {
      items: rows.slice(0, size).map(toListedCustomer),
      hasNext: rows.length > size,
      total,
      page,
      size,
    };
  },
  toResponse: toPageResponse,
});

const toListedCustomer = (row: CustomerRow): ListedCustomer => ({
  customerId: row.id,
  name: toCustomerName(row),
  email: row.email,
  activeSubscriptions: row.active,
  totalSubscriptions: row.total,
  nextOrderDate: row.nextOrderDate && new Date(row.nextOrderDate).toISOString(),
});
