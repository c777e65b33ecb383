import { expect, test } from 'vitest';
import { clientNetwork } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2200::1', '2001:db8:1:2200::/56'],
  ['2001:db8:1:22ff:ffff:ffff:ffff:ffff', '2001:db8:1:2200::/56'],
  ['2001:0DB8:0001:2201:0:0:0:1', '2001:db8:1:2200::/56'],
  ['2001:db8:1:2300::1', '2001:db8:1:2300::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
  ['::1', '::/56'],
  [undefined, 'unknown'],
])('R-02: %s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
