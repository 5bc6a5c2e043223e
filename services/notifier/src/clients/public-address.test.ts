import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { isPublicAddress, lookupPublic } from './public-address.ts'

test.for([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.9.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.for(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('a name that leads to this machine is refused at the moment of the connection', async () => {
  const looked = new Promise<string | LookupAddress[]>((resolve, reject) => {
    lookupPublic('localhost', {}, (error, address) => (error ? reject(error) : resolve(address)))
  })

  await expect(looked).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
})
