import { userConfirmed, userRolesChanged } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listSuppressions } from '../db/suppressions/suppressions.ts'
import { aTextPass } from '../testing/notifier.ts'
import { addressHash, createSuppressedAddress, EMAIL } from '../testing/suppressed-address.ts'

const notifier = await createSuppressedAddress()
const { accounts, app, bouncedAt, db, hear, listed, postmark, reasons, runJob, stands, suppress } = notifier
afterAll(notifier.close)
beforeEach(notifier.clear)

const admin = accounts.headersFor({
  email: 'support@example.com',
  roles: ['admin'],
  aal: 'aal2',
  aalRequired: 'aal2',
})
const call = (path: 'look-up' | 'release', email = EMAIL, headers = admin) =>
  app.inject({
    method: 'POST',
    url: `/suppressions/${path}`,
    headers,
    payload: path === 'look-up' ? { email } : { channel: 'email', address: email, reason: 'Asked by letter' },
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
    const entries = await db.execute(sql`select action, reason, subject_id from admin_actions`)
    expect(entries).toEqual([
      { action: 'release-suppressions', reason: 'Asked by letter', subject_id: response.json().checkId },
    ])
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

describe('POST /suppressions/look-up', () => {
  test('200: the lists of Postmark are read at the moment of the look-up', async () => {
    await stands('SpamComplaint')
    expect((await call('look-up')).json()).toMatchObject({
      listed: [{ list: 'alerts', reason: 'complained', since: bouncedAt.toISOString() }],
    })
  })

  test('200: what stands here is told although Postmark does not answer', async () => {
    await stands('HardBounce')
    postmark.lists.state.isDown = true
    const report = (await call('look-up')).json()
    postmark.lists.state.isDown = false
    expect(report).toMatchObject({ listed: null, suppressions: [{ reason: 'bounced' }] })
  })
})

describe('POST /suppressions', () => {
  const NUMBER = '+14075550142'
  const support = accounts.headersFor({
    email: 'support@example.com',
    roles: ['support'],
    aal: 'aal2',
    aalRequired: 'aal2',
  })
  const act = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/suppressions${path}`, headers: support, payload })
  const toAddress = (what: string) =>
    act('', { channel: 'email', address: EMAIL, what, reason: 'Asked by letter' })
  const actions = async () =>
    (await db.execute<{ action: string }>(sql`select action from admin_actions order by acted_at`)).map(
      ({ action }) => action,
    )
  const isAccount = (userId: string) =>
    hear([heard(userConfirmed, { userId, email: EMAIL, confirmedAt: new Date().toISOString() })])
  const standing = (channel: 'email' | 'sms', of: string) => listSuppressions(db, channel, hashAddress(of))

  test('204: an address leaves each list, and leaves one entry, however often it is asked', async () => {
    const answers = await Promise.all([toAddress('lists'), toAddress('lists')])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    const kinds = await standing('email', EMAIL)
    expect(new Set(kinds.map(({ reason }) => reason))).toEqual(new Set(['unsubscribed']))
    expect(kinds.map(({ scope }) => scope)).toContain('alerts')
    expect(kinds.map(({ scope }) => scope)).not.toContain('all')
    expect(await actions()).toEqual(['suppress-lists'])
  })

  test('204: an address that is not the visitor’s gets nothing, until support releases it', async () => {
    await toAddress('everything')
    expect(await standing('email', EMAIL)).toContainEqual(
      expect.objectContaining({ reason: 'invalid', scope: 'all' }),
    )
    await call('release')
    await runJob('check-addresses')
    expect(await standing('email', EMAIL)).toEqual([])
  })

  test('409: the letters that guard an account are not stopped, and the mails of all lists are', async () => {
    await isAccount(randomUUID())
    const everything = await toAddress('everything')
    expect([everything.statusCode, everything.json().code]).toEqual([409, 'account-guarded'])
    expect(await standing('email', EMAIL)).toEqual([])
    expect((await toAddress('lists')).statusCode).toBe(204)
  })

  test('403: support stops and releases nothing of an account with a role', async () => {
    const userId = randomUUID()
    await isAccount(userId)
    await hear([heard(userRolesChanged, { userId, roles: ['admin'], changedAt: new Date().toISOString() })])
    const lists = await toAddress('lists')
    const release = await act('/release', { channel: 'email', address: EMAIL, reason: 'Asked by letter' })
    for (const refused of [lists, release])
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'staff-account'])
    expect(await actions()).toEqual([])
  })

  test('409: a number that was stopped comes back by its owner alone', async () => {
    const stop = { channel: 'sms', address: NUMBER, reason: 'Not their number' }
    expect((await act('', stop)).statusCode).toBe(204)
    const release = await act('/release', stop)
    expect([release.statusCode, release.json().code]).toEqual([409, 'number-stopped'])
    expect(await standing('sms', NUMBER)).toMatchObject([{ reason: 'unsubscribed', scope: 'all' }])
  })

  test('202: a number that could not be reached is released at once', async () => {
    await suppress({ channel: 'sms', addressHash: hashAddress(NUMBER), reason: 'invalid', scope: 'all' })
    const release = await act('/release', { channel: 'sms', address: NUMBER, reason: 'The phone is back' })
    expect([release.statusCode, release.json()]).toEqual([202, { checkId: null }])
    expect(await standing('sms', NUMBER)).toEqual([])
    expect(await actions()).toEqual(['release-number'])
  })

  test('an act names the newest message to the address, by which the desk shows it with its visitor', async () => {
    await hear([aTextPass({ recipient: { channel: 'sms', address: NUMBER } })])
    const stop = { channel: 'sms', address: NUMBER, reason: 'Not their number' }
    expect((await act('', stop)).statusCode).toBe(204)
    const read = { email: EMAIL, userId: null, showsNumbers: false }
    const shown = await app.inject({ method: 'POST', url: '/visitors/read', headers: support, payload: read })
    expect(shown.json().adminActions).toMatchObject([
      { action: 'suppress-number', subjectId: shown.json().deliveries.at(-1).id },
    ])
  })

  test('400: a reason that names an address is refused', async () => {
    const payload = { channel: 'email', address: EMAIL, what: 'lists', reason: 'ana@example.com asked' }
    expect((await act('', payload)).statusCode).toBe(400)
  })
})
