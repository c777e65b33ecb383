import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * The key for counting an anonymous caller: an IPv4 address as it is, an IPv6 address by its first 56 bits, which is
 * what a household or server gets, so that changing addresses within it gains nothing. IPv4 mapped to IPv6 counts as
 * IPv4.
 */
export function clientNetwork(address = 'unknown'): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
  return `${new ipaddr.IPv6([a, b, c, d & 0xff00, 0, 0, 0, 0])}/56`;
}

/** The network of a request that Express does not see; like Express, it believes as many proxies as are trusted. */
export function networkOf({ socket, headers }: IncomingMessage, trustedHops: number): string {
  const passed = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const addresses = [socket.remoteAddress, ...passed.reverse()];
  return clientNetwork(addresses[Math.min(trustedHops, addresses.length - 1)]);
}
