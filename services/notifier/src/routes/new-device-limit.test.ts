import { linkHeaders } from '@walkon/testing/service'
import { afterAll, expect, test } from 'vitest'
import { aSubscription } from '../testing/devices.ts'
import { createTestNotifier } from '../testing/notifier.ts'

const { app, listDeliveries, stopClock, close } = await createTestNotifier({
  env: { NEW_DEVICES_PER_ADDRESS: '3' },
})
afterAll(close)

const ADA = 'ada@example.com'

async function addAndRemove(email: string): Promise<number> {
  const headers = await linkHeaders(email)
  const added = await app.inject({ method: 'POST', url: '/devices', headers, payload: aSubscription() })
  if (added.statusCode === 201)
    await app.inject({ method: 'DELETE', url: `/devices/${added.json<{ id: string }>().id}`, headers })
  return added.statusCode
}

test('429: who adds and removes devices without end is stopped, because the owner gets a mail for each', async () => {
  stopClock()
  const statuses = []
  for (let count = 0; count < 5; count++) statuses.push(await addAndRemove(ADA))

  expect(statuses).toEqual([201, 201, 201, 429, 429])
  expect(await addAndRemove('oscar@example.com')).toBe(201)
  const mails = (await listDeliveries()).filter(({ address }) => address === ADA)
  expect(mails).toHaveLength(3)
})

test('200: a device that is known is renewed, however many were added', async () => {
  const headers = await linkHeaders('nina@example.com')
  const payload = aSubscription()
  const statuses = []
  for (let count = 0; count < 5; count++)
    statuses.push((await app.inject({ method: 'POST', url: '/devices', headers, payload })).statusCode)

  expect(statuses).toEqual([201, 200, 200, 200, 200])
})
