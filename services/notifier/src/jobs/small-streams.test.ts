import { connectPostgres } from '@walkon/service/postgres'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { aLetter } from '../testing/letters.ts'
import { createTestNotifier } from '../testing/notifier.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { createTestSenders } from '../testing/senders.ts'

/** Mails in doubt in a stream that carries no other mail. */

const { url, request, countStates, clear, close } = await createTestNotifier()
const postmark = await startPostmarkServer()
const startSenders = createTestSenders(connectPostgres, url, { POSTMARK_API_URL: postmark.url })

afterAll(async () => {
  await postmark.close()
  await close()
})
beforeEach(async () => {
  await clear()
  postmark.reset()
})

/** The longest wait is beyond the test's end: absence must be believed before it. */
const LONG = { LOOKUP_WAIT_SECONDS: '300' }

const requestReturnTime = () =>
  request({
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: 'visitor@example.com' },
    notification: aLetter(),
    list: 'lightning-lane',
    expiresAt: '2099-01-01T00:00:00Z',
  })

const waitUntilAccepted = () => vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 1 }))

test('the only mail of a stream is sent again long before the longest wait, if its call had no effect', async () => {
  postmark.state.faultOf = (call) => (call === 0 ? 'reset' : null)
  await startSenders(1, LONG)
  await requestReturnTime()

  await waitUntilAccepted()
  expect(postmark.ledger.counts()).toEqual([1])
})

test('the only mail of a stream is not doubled where the search is behind and two processes look', async () => {
  postmark.state.lookupLagMs = () => 1_500
  postmark.state.faultOf = (call) => (call === 0 ? 'reset-after-accept' : null)
  await startSenders(2, LONG)
  await requestReturnTime()

  await waitUntilAccepted()
  expect(postmark.ledger.counts()).toEqual([1])
})
