import { BlockList, isIP, isIPv4 } from "node:net";

/**
 * `10.0.0.1`, `10.0.0.0/8`, `2001:db8::1` or `2001:db8::/32`; no IPv4 as `::ffff:…`, no zones.
 */
const ENTRY_FORM = /^([0-9a-f.:]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i;
/** How a server that listens on both families sees an IPv4 client. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

type Network = { address: string; bits: number; isV4: boolean };

function parseNetwork(entry: string): Network | null {
  const [, address = "", bits] = ENTRY_FORM.exec(entry) ?? [];
  const isV4 = isIPv4(address);
  const most = isV4 ? 32 : 128;
  const isGood = isIP(address) !== 0 && !/^::ffff:/i.test(address) && Number(bits ?? 0) <= most;
  return isGood ? { address, bits: Number(bits ?? most), isV4 } : null;
}

/** Whether it is a network address, or a network by its prefix length. */
export const isNetwork = (entry: string): boolean => parseNetwork(entry) !== null;

/**
 * Whether a list accepts an address. Each family has a list of its own: in a common one, `::/0` would include IPv4.
 *
 * @param entries valid by `isNetwork`; others accept nothing
 */
export function toAddressTest(entries: readonly string[]): (address: string) => boolean {
  const [ipv4, ipv6] = [new BlockList(), new BlockList()];
  for (const network of entries.map(parseNetwork)) {
    if (!network) continue;
    const { address, bits, isV4 } = network;
    (isV4 ? ipv4 : ipv6).addSubnet(address, bits, isV4 ? "ipv4" : "ipv6");
  }
  return (given) => {
    const address = given.replace(MAPPED, "").replace(/%.*/, "");
    const family = isIP(address);
    if (family === 0) return false;
    return family === 4 ? ipv4.check(address, "ipv4") : ipv6.check(address, "ipv6");
  };
}
