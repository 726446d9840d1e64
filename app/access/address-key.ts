/** An IPv6 /64 counts as one address, since it is assigned to one customer. */
export function toAddressKey(address: string): string {
  if (!address.includes(":") || address.startsWith("::ffff:")) return address.replace("::ffff:", "");
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = address.includes("::") ? Array(Math.max(0, 8 - left.length - right.length)).fill("0") : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
