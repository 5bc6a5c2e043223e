import { hashAddress } from '@walkon/service/address-hash'
import { linkHeaders } from '@walkon/testing/service'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addTestDevice } from '../testing/devices.ts'
import { createTestNotifier } from '../testing/notifier.ts'

let clock = new Date()
// It stands still in a test: two presses are in one half minute.
const { app, suppress, listDeliveries, clear, close } = await createTestNotifier({ now: () => clock })
afterAll(close)
beforeEach(async () => {
  clock = new Date()
  await clear()
})

let visitors = 0
const aVisitor = () => `visitor-${visitors++}@example.com`

/** Both at once, as from two tabs. */
const pressTwice = async (url: string, email: string, payload: object = {}) => {
  const headers = await linkHeaders(email)
  clock = new Date()
  const presses = [1, 2].map(() => app.inject({ method: 'POST', url, headers, payload }))
  return (await Promise.all(presses)).map(({ statusCode }) => statusCode)
}

test('202: a test alert is sent once for a button that is pressed twice, and again half a minute later', async () => {
  const email = aVisitor()
  expect(await pressTwice('/test-alerts', email, { channel: 'email' })).toEqual([202, 202])
  expect(await listDeliveries()).toHaveLength(1)

  const headers = await linkHeaders(email)
  clock = new Date(clock.getTime() + 30_000)
  await app.inject({ method: 'POST', url: '/test-alerts', headers, payload: { channel: 'email' } })
  expect(await listDeliveries()).toHaveLength(2)
})

test('202: the link that takes a bounce back is mailed once for a button that is pressed twice', async () => {
  const email = aVisitor()
  await suppress({ channel: 'email', addressHash: hashAddress(email), reason: 'bounced', scope: 'alerts' })

  expect(await pressTwice('/ways/email/link', email)).toEqual([202, 202])
  expect(await listDeliveries()).toMatchObject([{ content: { kind: 'letter' } }])
})

test('202: each device gets one test for a button that is pressed twice', async () => {
  const email = aVisitor()
  const ids = [await addTestDevice(app, email), await addTestDevice(app, email)]
  for (const id of ids) expect(await pressTwice(`/devices/${id}/test`, email)).toEqual([202, 202])

  const sent = (await listDeliveries()).filter(({ channel }) => channel === 'push')
  expect(sent.map(({ address }) => address).toSorted()).toEqual(ids.toSorted())
})
