/** A shop on the developer's own machine; only these may carry a port. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|([a-z0-9-]+\.)+localhost)(:\d{1,5})?$/;

export const isLoopbackDomain = (domain: string): boolean => LOOPBACK_HOST.test(domain);
