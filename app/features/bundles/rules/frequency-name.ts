import { formatFrequency } from "~/lib/format";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";

/** How often a frequency reads, unless the merchant gave it a name of its own. */
export const toFrequencyName = ({
  name,
  interval,
  intervalCount,
}: Pick<BundleConfiguration["frequencies"][number], "name" | "interval" | "intervalCount">): string =>
  name || formatFrequency(interval, intervalCount);
