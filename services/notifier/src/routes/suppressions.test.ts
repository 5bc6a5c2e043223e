import { userConfirmed } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listSuppressions } from '../db/suppressions.ts'
import { aTextPass, createTestNotifier, linksFor } from '../testing/notifier.ts'
import { PATIENT } from '../testing/settings.ts'
import type { ListedAddress } from '../testing/postmark-lists.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'

const postmark = await startPostmarkServer()
const { accounts, app, db, hear, runJob, suppress, clear, close } = await createTestNotifier({
  env: { ...PATIENT, POSTMARK_API_URL: postmark.url },
})

afterAll(async () => {
  await close()
  await postmark.close()
})
beforeEach(async () => {
  await clear()
  postmark.reset()
})

const EMAIL = 'visitor@example.com'
const addressHash = hashAddress(EMAIL)
const MINUTE_MS = 60_000
const bouncedAt = new Date(Date.now() - 10 * MINUTE_MS)
const later = () => new Date().toISOString()
const earlier = () => new Date(bouncedAt.getTime() - MINUTE_MS).toISOString()

const admin = accounts.headersFor({
  email: 'support@example.com',
  roles: ['admin'],
  aal: 'aal2',
  aalRequired: 'aal2',
})
const call = (path: 'look-up' | 'release', email = EMAIL, headers = admin) =>
  app.inject({ method: 'POST', url: `/suppressions/${path}`, headers, payload: { email } })

/** The address is on a list of Postmark since then, and here. */
async function stands(reason: ListedAddress['reason'], scope: 'alerts' | 'all' = 'alerts') {
  const ours = (
    { HardBounce: 'bounced', SpamComplaint: 'complained', ManualSuppression: 'unsubscribed' } as const
  )[reason]
  const stream = scope === 'alerts' ? 'alerts' : 'outbound'
  postmark.lists.streams[stream]?.set(EMAIL, { reason, since: bouncedAt.toISOString() })
  await suppress({ channel: 'email', addressHash, reason: ours, scope })
  await db.execute(sql`update suppressions set created_at = ${bouncedAt.toISOString()}::timestamptz`)
}
const reasons = async () => (await listSuppressions(db, 'email', addressHash)).map(({ reason }) => reason)
const listed = () => Object.values(postmark.lists.streams).some((list) => list.has(EMAIL))

const confirmed = (confirmedAt: string) =>
  hear([heard(userConfirmed, { userId: randomUUID(), email: EMAIL, confirmedAt })])
const orderConfirmed = (confirmedByMailAt?: string) =>
  hear([aTextPass({ email: EMAIL, ...(confirmedByMailAt && { confirmedByMailAt }) })])

describe('an owner who opens the link of a mail', () => {
  test.for([
    ['at sign-up', () => confirmed(later())],
    ['of an order', () => orderConfirmed(later())],
  ] as const)('%s ends a bounce that is older, here and at Postmark', async ([, prove]) => {
    await stands('HardBounce')
    await stands('HardBounce', 'all')
    await prove()
    await runJob('check-addresses')
    expect([await reasons(), listed()]).toEqual([[], false])
  })

  test.for([
    ['before the bounce', () => confirmed(earlier())],
    ['of no order: it was paid', () => orderConfirmed()],
  ] as const)('%s ends nothing', async ([, prove]) => {
    await stands('HardBounce')
    await prove()
    await runJob('check-addresses')
    expect([await reasons(), listed()]).toEqual([['bounced'], true])
  })

  test('ends neither a complaint nor the wish to leave', async () => {
    await stands('SpamComplaint')
    await suppress({ channel: 'email', addressHash, reason: 'unsubscribed', scope: 'alerts' })
    await suppress({ channel: 'email', addressHash, reason: 'bounced', scope: 'all' })
    await confirmed(later())
    await runJob('check-addresses')
    expect([(await reasons()).toSorted(), listed()]).toEqual([['complained', 'unsubscribed'], true])
  })

  test('costs no call to Postmark where nothing stands against the address', async () => {
    await confirmed(later())
    await runJob('check-addresses')
    expect(postmark.lists.calls).toEqual([])
  })
})

test('the link of a letter that arrived after a bounce takes it back at Postmark too', async () => {
  await stands('HardBounce')
  const token = await linksFor('unsubscribe').seal(EMAIL, { expiresInSeconds: 60, now: new Date() })
  await app.inject({
    method: 'POST',
    url: `/u/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'action=resume',
  })
  await runJob('check-addresses')
  expect([await reasons(), listed()]).toEqual([[], false])
})

describe('POST /suppressions/release', () => {
  test('202: support releases what stands against an address, and the look-up says who did', async () => {
    await stands('HardBounce')
    await suppress({ channel: 'email', addressHash, reason: 'unsubscribed', scope: 'alerts' })

    const response = await call('release', EMAIL.toUpperCase())
    expect(response.statusCode).toBe(202)
    await runJob('check-addresses')

    expect([await reasons(), listed()]).toEqual([[], false])
    const report = (await call('look-up')).json()
    expect(report).toMatchObject({
      suppressions: [],
      checks: [{ ...response.json(), cause: 'support', outcome: 'released' }],
    })
    expect(report.checks[0].adminId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('202: Postmark keeps a complaint, and so do we', async () => {
    await stands('SpamComplaint')
    await call('release')
    await runJob('check-addresses')
    expect([await reasons(), listed()]).toEqual([['complained'], true])
    expect((await call('look-up')).json()).toMatchObject({
      suppressions: [{ channel: 'email', reason: 'complained', scope: 'alerts' }],
      checks: [{ outcome: 'still-suppressed' }],
    })
  })

  test('202: a release that Postmark does not answer is made again', async () => {
    await stands('HardBounce')
    postmark.lists.state.isDown = true
    await call('release')
    await runJob('check-addresses')
    expect(await reasons()).toEqual(['bounced'])

    postmark.lists.state.isDown = false
    await db.execute(sql`update address_checks set not_before = now()`)
    await runJob('check-addresses')
    expect(await reasons()).toEqual([])
  })

  test.for(['look-up', 'release'] as const)('403: %s is for admins', async (path) => {
    const visitor = accounts.headersFor({ email: EMAIL })
    expect((await call(path, EMAIL, visitor)).statusCode).toBe(403)
  })

  test('400: a text that is no address is refused', async () => {
    expect((await call('release', 'no-address')).statusCode).toBe(400)
  })
})
