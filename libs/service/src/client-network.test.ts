import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

test.for<[address: string, network: string]>([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:1::9', '2001:db8:1:1::/64'],
  ['2001:DB8:1:1:ffff:0:0:1', '2001:db8:1:1::/64'],
  ['2001:0db8:0001:0001::', '2001:db8:1:1::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', ([address, network]) => {
  expect(clientNetwork(address)).toBe(network)
})
