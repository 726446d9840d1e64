import { client, db, type Queryable } from "~db/client.server";
import { lockRow } from "~db/rows.server";
import { sellingPlanGroups } from "~db/schema/catalogue";
import type { Interval } from "~db/schema/intervals";
import { clientOf } from "~db/statement.server";

type StoredPlan = {
  id: number;
  name: string;
  groupId: number | null;
  groupName: string | null;
  interval: Interval | null;
  intervalCount: number | null;
  deliveryInterval: Interval | null;
  deliveryIntervalCount: number | null;
  discountPercentage: number | null;
  discountCycles: number | null;
  laterDiscountPercentage: number | null;
};
export type StoredGroup = {
  id: number;
  name: string;
  /** As Postgres writes it. */
  createdAt: string;
  productIds: number[];
};

/** Plans of a shop, or of one group: by group and name, those without a group last. */
export const listPlans = (
  shopId: number,
  groupId: number | null = null,
  on: Queryable = db,
): Promise<StoredPlan[]> =>
  clientOf(on)<StoredPlan[]>`
    select p.id, p.name, p.group_id as "groupId", g.name as "groupName", p.billing_interval as "interval",
      p.billing_interval_count as "intervalCount", p.delivery_interval as "deliveryInterval",
      p.delivery_interval_count as "deliveryIntervalCount", p.discount_percentage::float8 as "discountPercentage",
      p.discount_cycles as "discountCycles", p.later_discount_percentage::float8 as "laterDiscountPercentage"
    from selling_plans p left join selling_plan_groups g on g.shop_id = ${shopId} and g.id = p.group_id
    where p.shop_id = ${shopId} and (${groupId}::bigint is null or p.group_id = ${groupId})
    order by g.name nulls last, p.group_id, p.name, p.id`;

/** Product titles of a shop's groups, in alphabetical order; at most this many per group. */
export const listGroupProducts = (
  shopId: number,
  mostOfGroup: number,
): Promise<{ groupId: number; id: number; title: string }[]> =>
  client<{ groupId: number; id: number; title: string }[]>`
    select g.id as "groupId", p.id, p.title from selling_plan_groups g
    cross join lateral (
      select p.id, p.title from selling_plan_group_products gp
      join products p on p.shop_id = ${shopId} and p.id = gp.product_id
      where gp.shop_id = ${shopId} and gp.group_id = g.id order by lower(p.title), p.id limit ${mostOfGroup}) p
    where g.shop_id = ${shopId}`;

/** Groups by name, or the one with this id. */
export const listGroups = (
  shopId: number,
  groupId: number | null = null,
  on: Queryable = db,
): Promise<StoredGroup[]> =>
  clientOf(on)<StoredGroup[]>`
    select g.id, g.name, g.created_at as "createdAt",
      array(select gp.product_id from selling_plan_group_products gp
        where gp.shop_id = ${shopId} and gp.group_id = g.id order by gp.product_id) as "productIds"
    from selling_plan_groups g
    where g.shop_id = ${shopId} and (${groupId}::bigint is null or g.id = ${groupId})
    order by lower(g.name), g.id`;

/** Locks a group, so that of two transactions that create a plan in it the second sees the plan of the first. */
export const lockPlanGroup = (tx: Queryable, shopId: number, id: number) =>
  lockRow(tx, sellingPlanGroups, { shopId, id });
