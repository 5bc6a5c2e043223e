import { planCoverageChanged } from '@walkon/contracts/events/billing'
import { userConfirmed, userDeleted } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestNotifier } from '../../testing/notifier.ts'
import { startPostmarkServer } from '../../testing/postmark-server.ts'

const notifier = await createTestNotifier()
const { db, hear, clear, close, listDeliveries, countStates } = notifier
const postmark = await startPostmarkServer()

afterAll(async () => {
  await postmark.close()
  await close()
})
beforeEach(async () => {
  await clear()
  postmark.reset()
})

const ADA = 'ada@example.com'

async function anAccount(email = ADA): Promise<string> {
  const userId = randomUUID()
  await hear([heard(userConfirmed, { userId, email, confirmedAt: new Date().toISOString() })])
  return userId
}

const deletionOf = (userId: string, email = ADA) =>
  heard(userDeleted, { userId, addressHashes: [hashAddress(email)], deletedAt: new Date().toISOString() })

const wordsOf = async () => JSON.stringify((await listDeliveries()).map(({ content }) => content))

test('the deletion of an account is answered by one mail to its address', async () => {
  const deletion = deletionOf(await anAccount())

  await hear([deletion])
  await hear([deletion])

  expect(await listDeliveries()).toMatchObject([
    { address: ADA, channel: 'email', content: { name: 'account-deleted' } },
  ])
})

test('the farewell says that the unlimited plan and its charges have ended', async () => {
  const userId = await anAccount()
  await hear([
    heard(planCoverageChanged, {
      planId: randomUUID(),
      email: ADA,
      coveredUntil: '2099-01-01T00:00:00Z',
      version: 1,
    }),
  ])

  await hear([deletionOf(userId)])

  expect(await wordsOf()).toContain('Your unlimited plan ended with your account')
})

test('the deletion of an account whose address is not known writes to nobody', async () => {
  await hear([deletionOf(randomUUID())])

  expect(await listDeliveries()).toEqual([])
})

test('once Postmark has the farewell, nothing here names the address but the hashes of its erasure', async () => {
  const running = await notifier.start({ env: { POSTMARK_API_URL: postmark.url } })

  await hear([deletionOf(await anAccount())])

  await vi.waitFor(() =>
    expect(postmark.ledger.accepted).toMatchObject([{ tag: 'account-deleted', to: ADA }]),
  )
  await vi.waitFor(async () => expect(await countStates()).toEqual({}))
  expect(await findTraces(db, ADA, hashAddress(ADA))).toEqual({ ended_links: 1, erased_addresses: 1 })
  await running.stop()
})

test('a farewell that nobody could send in time is forgotten', async () => {
  await hear([deletionOf(await anAccount())])
  await db.execute(`update deliveries set expires_at = now()`)

  await notifier.runJob('expire-deliveries')

  expect(await listDeliveries()).toEqual([])
})
