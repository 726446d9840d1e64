import { formatFrequency } from "~/lib/format";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";

/** The name of a frequency: the merchant's, or one made from the interval. */
export const toFrequencyName = ({
  name,
  interval,
  intervalCount,
}: Pick<BundleConfiguration["frequencies"][number], "name" | "interval" | "intervalCount">): string =>
  name || formatFrequency(interval, intervalCount);
