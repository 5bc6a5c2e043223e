import { expect, test } from 'vitest'
import { createMemoryCache } from './memory-cache.ts'
import { createNumberLimit } from './number-limit.ts'

let now = new Date('2026-04-14T12:00:00Z')
const aLimit = (perDay: number) => createNumberLimit(createMemoryCache(), () => now, perDay)
const refused = { code: 'too-many-numbers', status: 429 }

test('a client’s network names so many numbers a day, each as often as it likes', async () => {
  const { admit } = aLimit(2)
  await admit('203.0.113.9', '+14075550101')
  await admit('203.0.113.9', '+14075550101')
  await admit('203.0.113.9', '+14075550102')

  await expect(admit('203.0.113.9', '+14075550103')).rejects.toMatchObject(refused)
  await expect(admit('203.0.113.9', '+14075550103')).rejects.toMatchObject(refused)
  await admit('203.0.113.9', '+14075550102')
  await admit('203.0.113.10', '+14075550103')
})

test('the addresses of one household are one network', async () => {
  const { admit } = aLimit(1)
  await admit('2001:db8:1:1::1', '+14075550101')

  await expect(admit('2001:db8:1:1:ffff::2', '+14075550102')).rejects.toMatchObject(refused)
})

test('the next day allows as many again', async () => {
  const { admit } = aLimit(1)
  await admit('203.0.113.9', '+14075550101')
  now = new Date(now.getTime() + 86_400_000)

  await expect(admit('203.0.113.9', '+14075550102')).resolves.toBeUndefined()
})
