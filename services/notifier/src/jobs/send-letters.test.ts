import type { SuppressionScope } from '@walkon/contracts/values'
import type { Letter } from '@walkon/contracts/letter'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { aLetter, anAlertsLetter } from '../testing/letters.ts'
import { createTestNotifier } from '../testing/notifier.ts'
import type { SuppressionReason } from '../domain/suppression-scope.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { PATIENT } from '../testing/settings.ts'

const { request, suppress, start, countStates, listDeliveries, clear, close } = await createTestNotifier()
const postmark = await startPostmarkServer()
const running = await start({ env: { ...PATIENT, POSTMARK_API_URL: postmark.url } })

afterAll(async () => {
  await running.stop()
  await postmark.close()
  await close()
})
beforeEach(async () => {
  await clear()
  postmark.reset()
})

const ADA = 'ada@example.com'
const until = '2099-01-01T00:00:00Z'

const ask = (notification: Letter, expiresAt = until) =>
  request({
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: ADA },
    notification,
    expiresAt,
  })

const suppressed = (reason: SuppressionReason, scope: SuppressionScope = 'alerts') =>
  suppress({ channel: 'email', addressHash: hashAddress(ADA), reason, scope })

const settled = () =>
  vi.waitFor(async () => {
    const states = await countStates()
    expect(states).not.toHaveProperty('queued')
    expect(states).not.toHaveProperty('sending')
    return states
  })

test('a letter that was asked for reaches an address that has unsubscribed from alerts, without a way to leave', async () => {
  await suppressed('unsubscribed')

  await ask(aLetter())

  expect(await settled()).toEqual({ accepted: 1 })
  expect(postmark.ledger.accepted).toMatchObject([{ tag: 'sign-in', headers: {} }])
})

test('a letter of the alerts reaches an address that has unsubscribed from them, as the way back', async () => {
  await suppressed('unsubscribed')

  await ask(anAlertsLetter())

  expect(await settled()).toEqual({ accepted: 1 })
  expect(postmark.ledger.accepted).toMatchObject([
    { tag: 'alerts-activated', subject: 'Your alerts wait for you' },
  ])
})

test('a letter that was asked for reaches an address whose alerts came back or were reported as spam', async () => {
  await suppressed('bounced')
  await suppressed('complained')

  await ask(aLetter())

  expect(await settled()).toEqual({ accepted: 1 })
  expect(postmark.ledger.accepted).toMatchObject([{ tag: 'sign-in', stream: 'outbound' }])
})

describe.for([aLetter(), anAlertsLetter()])('the letter $name', (notification) => {
  test('loses its words once it was sent', async () => {
    await ask(notification)

    expect(await settled()).toEqual({ accepted: 1 })
    await vi.waitFor(async () => expect((await listDeliveries())[0]?.content).toBeNull())
  })

  test('goes to no dead mailbox, and leaves no words behind', async () => {
    await suppressed('bounced', 'all')

    await ask(notification)

    expect(await settled()).toEqual({ suppressed: 1 })
    expect((await listDeliveries())[0]?.content).toBeNull()
  })

  test('is not sent when it is of no use any more, and leaves no words behind', async () => {
    await ask(notification, '2026-04-14T18:00:00Z')

    expect(await settled()).toEqual({ expired: 1 })
    expect(postmark.ledger.accepted).toEqual([])
    expect((await listDeliveries())[0]?.content).toBeNull()
  })
})
