import { Button, NativeSelect } from "@mantine/core";
import { useEffect } from "react";
import { useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { withRow } from "~/features/bundles/admin/ui/kit/rows";
import type { BundleDraft } from "~/features/bundles/configure/bundle-draft";
import type { MadePlan } from "~/features/bundles/configure/bundle-editor";
import { findPlanProblem, type SellingPlan } from "~/features/bundles/rules/bundle-plans";
import type { ActionResult } from "~/lib/problem";
import { useFetcher } from "~/ui/hooks/use-fetcher";
import { findProblem } from "~/ui/parts/form-problem";

type Frequency = BundleDraft["frequencies"][number];
type Props = {
  frequency: Frequency;
  /** The bundle's group, whose plans are offered; null for the plans of all groups. */
  groupId: number | null;
  error: string | undefined;
  change: (fields: Partial<Frequency>) => void;
};

/** The selling plan of a frequency, and a button that creates a missing one. */
export function PlanField({ frequency, groupId, error, change }: Props) {
  const { page } = useEditor();
  const plans = page.sellingPlans.filter(
    (plan) => groupId === null || plan.groupId === groupId || plan.id === frequency.sellingPlanId,
  );
  const chosen = plans.find(({ id }) => id === frequency.sellingPlanId);
  const problem = findDraftProblem(frequency, chosen);
  return (
    <div className="pn-stack pn-tight be-wide">
      <NativeSelect
        label="Selling plan"
        value={chosen ? String(chosen.id) : ""}
        error={error ?? problem?.detail}
        disabled={!page.mayEdit}
        data={[
          { value: "", label: "None" },
          ...plans.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const plan = plans.find(({ id }) => String(id) === value);
          change(plan ? toFrequencyFields(plan) : { sellingPlanId: null });
        }}
      />
      {problem && page.mayEdit && <MakePlan frequency={frequency} groupId={groupId} />}
    </div>
  );
}

/** No message about the plan while the frequency itself is invalid. */
function findDraftProblem({ intervalCount, discount, interval }: Frequency, plan: SellingPlan | undefined) {
  const percent = discount.trim().replace(",", ".") || "0";
  if (!/^\d{1,9}$/.test(intervalCount.trim()) || !/^\d{1,3}(\.\d{1,2})?$/.test(percent)) return null;
  return findPlanProblem({ interval, intervalCount: Number(intervalCount), discount: percent }, plan);
}

/** Takes the terms of the chosen plan into the row, so that the two cannot differ by mistake. */
function toFrequencyFields({ id, ...plan }: SellingPlan): Partial<Frequency> {
  if (!plan.billingInterval || !plan.billingIntervalCount) return { sellingPlanId: id };
  return {
    sellingPlanId: id,
    interval: plan.billingInterval,
    intervalCount: String(plan.billingIntervalCount),
    discount: String(Number(plan.discountPercentage ?? 0)),
  };
}

function MakePlan({ frequency, groupId }: Pick<Props, "frequency" | "groupId">) {
  const { draft, patch } = useEditor();
  const fetcher = useFetcher<ActionResult<MadePlan>>();
  const made = fetcher.state === "idle" && fetcher.data?.ok ? fetcher.data.result : null;
  const { key } = frequency;
  useEffect(() => {
    if (!made) return;
    patch(({ frequencies, subscriptionId, sellingPlanIds }) => ({
      frequencies: withRow(frequencies, key, { sellingPlanId: made.plan.id }),
      subscriptionId: subscriptionId ?? made.group.id,
      sellingPlanIds: [...new Set([...sellingPlanIds, made.plan.id])],
    }));
  }, [made, key, patch]);
  const { interval, intervalCount, discount } = frequency;
  const productIds = draft.products.flatMap((row) => [row.productId, ...row.subProductIds]).join(",");
  const body = { interval, intervalCount, discount, groupId, bundleName: draft.name, productIds };
  return (
    <>
      <Button
        variant="default"
        className="be-add"
        loading={fetcher.state !== "idle"}
        onClick={() =>
          fetcher.submit(body, {
            method: "POST",
            action: "/admin/bundles/plans",
            encType: "application/json",
          })
        }
      >
        Make the selling plan
      </Button>
      <p className="pn-error pn-small">{findProblem(fetcher.data)?.errors?.[0]?.detail}</p>
    </>
  );
}
