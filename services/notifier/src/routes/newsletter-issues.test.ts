import type { IssueView } from '@walkon/contracts/http/newsletter-issues'
import type { Page } from '@walkon/contracts/http/page'
import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newsletterSubscribers } from '../db/schema.ts'
import { anAlertEvent } from '../testing/notifier.ts'
import { createPostmarkNotifier } from '../testing/postmark-webhook.ts'
import { STREAMS } from '../testing/settings.ts'
import { leaseDeliveries } from '../use-cases/deliveries/send-deliveries.ts'

const notifier = await createPostmarkNotifier()
const { app, db, accounts, hear, runJob, listDeliveries, clear, close } = notifier
afterAll(close)
beforeEach(clear)

/** Nothing is counted here. */
const metrics = { count() {}, countResent() {}, countMisconfigured() {} } as unknown as Parameters<
  typeof leaseDeliveries
>[1]

const WORDS = { subject: 'Quiet hours', markdown: '# EPCOT\n\nCome **early**.' }
const admin = {
  email: 'admin@example.com',
  userId: randomUUID(),
  roles: ['admin' as const],
  aal: 'aal2' as const,
}
const call = async (method: 'GET' | 'POST' | 'PUT', path = '', payload?: object) =>
  app.inject({
    method,
    url: `/newsletter/issues${path}`,
    headers: accounts.headersFor(admin),
    ...(payload && { payload }),
  })
const write = async () => (await call('POST', '', WORDS)).json<IssueView>().issueId
/** Saves other words, seen as the draft is now unless a version says otherwise. */
const change = async (id: string, words: object) =>
  call('PUT', `/${id}`, { ...WORDS, version: (await shown())?.version ?? 0, ...words })
const send = async (id: string, asked: object = {}) =>
  call('POST', `/${id}/send`, { requestId: randomUUID(), version: (await shown())?.version ?? 0, ...asked })
const mailTest = (id: string, requestId = randomUUID()) => call('POST', `/${id}/test`, { requestId })
const shown = async () => (await call('GET')).json<Page<IssueView>>().items[0]

async function subscribe(count: number, confirmedAt: Date | null = new Date('2026-01-01T00:00:00Z')) {
  const rows = Array.from({ length: count }, () => {
    const email = `reader-${randomUUID()}@example.com`
    return { email, emailHash: hashAddress(email), confirmedAt }
  })
  await db.insert(newsletterSubscribers).values(rows)
  return rows.map(({ email }) => email)
}
const mailed = async () => (await listDeliveries()).map(({ address }) => address).toSorted()
const sendAll = () => db.execute(sql`update deliveries set state = 'delivered' where state = 'queued'`)

describe('the issues', () => {
  test('201: an issue is a draft, which nobody gets', async () => {
    await subscribe(1)
    expect((await call('POST', '', WORDS)).statusCode).toBe(201)
    await runJob('mail-issues')
    expect(await shown()).toMatchObject({ ...WORDS, state: 'draft', sentAt: null })
    expect(await mailed()).toEqual([])
  })

  test('200: a draft can be changed', async () => {
    const id = await write()
    expect((await change(id, { subject: 'Quieter hours' })).statusCode).toBe(200)
    expect(await shown()).toMatchObject({ subject: 'Quieter hours' })
  })

  test('202: a test goes to the admin alone', async () => {
    await subscribe(2)
    expect((await mailTest(await write())).statusCode).toBe(202)
    await runJob('mail-issues')
    expect(await mailed()).toEqual([admin.email])
    expect(await shown()).toMatchObject({ state: 'draft' })
  })

  test('202: a test is one mail and one entry for each request, however often and at once it is sent', async () => {
    const id = await write()
    const requestId = randomUUID()
    const tries = await Promise.all([mailTest(id, requestId), mailTest(id, requestId)])
    expect([...tries, await mailTest(id, requestId)].map(({ statusCode }) => statusCode)).toEqual([
      202, 202, 202,
    ])
    await mailTest(id)

    expect(await mailed()).toEqual([admin.email, admin.email])
    expect(
      await db.execute(sql`select from admin_actions where subject_id = ${id} and action = 'test-issue'`),
    ).toHaveLength(2)
  })

  test('202: an issue goes to each subscriber who has confirmed, once', async () => {
    const readers = await subscribe(3)
    await subscribe(1, null)
    const id = await write()
    expect((await send(id)).statusCode).toBe(202)
    // A subscriber who confirms later gets the next issue.
    await subscribe(1, new Date(Date.now() + 60_000))

    await runJob('mail-issues')
    await runJob('mail-issues')

    expect(await mailed()).toEqual(readers.toSorted())
    expect(await shown()).toMatchObject({ state: 'sent', mails: { waiting: 3, sent: 0 } })
    await sendAll()
    expect(await shown()).toMatchObject({ mails: { waiting: 0, sent: 3, delivered: 3 } })
  })

  test('200: an issue says when its last mail was queued, and since when its mails stand as they do', async () => {
    await subscribe(2)
    const id = await write()
    expect(await shown()).toMatchObject({ queuedAt: null, outcomes: [] })
    await send(id)
    await runJob('mail-issues')
    await db.execute(sql`
      update deliveries set state = 'delivered', updated_at = '2026-01-02T00:00:00Z'
      where address = (select min(address) from deliveries)`)

    const { queuedAt, outcomes = [] } = (await shown()) ?? {}
    expect(queuedAt).toEqual(expect.any(String))
    expect(outcomes.toSorted((one, other) => one.state.localeCompare(other.state))).toEqual([
      { state: 'delivered', mails: 1, lastAt: '2026-01-02T00:00:00.000Z' },
      { state: 'queued', mails: 1, lastAt: expect.any(String) },
    ])
  })

  test('409: an issue that was sent is neither changed nor sent again', async () => {
    const id = await write()
    await send(id)
    for (const response of [await change(id, {}), await send(id)])
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, 'issue-sent'])
  })

  test('202: an issue is sent once for each request, however often and at once it is sent', async () => {
    const id = await write()
    const asked = { requestId: randomUUID(), version: (await shown())!.version }
    const answers = await Promise.all([send(id, asked), send(id, asked)])
    expect([...answers, await send(id, asked)].map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
    expect(
      await db.execute(sql`select from admin_actions where subject_id = ${id} and action = 'send-issue'`),
    ).toHaveLength(1)
  })

  test('409: words that another admin has changed since they were read are neither sent nor overwritten', async () => {
    await subscribe(1)
    const id = await write()
    const { version } = (await shown())!
    await change(id, { markdown: 'Come late.' })

    for (const response of [await send(id, { version }), await change(id, { version })])
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
        409,
        'decision-conflict',
      ])
    await runJob('mail-issues')
    expect(await shown()).toMatchObject({ state: 'draft', markdown: 'Come late.' })
    expect(await mailed()).toEqual([])
  })

  test('404: an issue that does not exist is not found', async () => {
    const path = `/${randomUUID()}`
    for (const response of [
      await change(path.slice(1), {}),
      await call('POST', `${path}/test`, { requestId: randomUUID() }),
      await send(path.slice(1)),
    ])
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'issue-not-found'])
  })

  test('400: a change names the version that it was made from', async () => {
    expect((await call('PUT', `/${await write()}`, WORDS)).statusCode).toBe(400)
  })

  test('400: an issue has a subject of one line, and words', async () => {
    for (const changed of [{ subject: 'Two\nlines' }, { subject: '' }, { markdown: ' \n ' }])
      expect((await call('POST', '', { ...WORDS, ...changed })).statusCode).toBe(400)
  })
})

describe('the mails of an issue', () => {
  test('wait in the list of subscribers, not before the alerts: no more than 250 are queued at one time', async () => {
    const readers = await subscribe(600)
    await send(await write())

    await runJob('mail-issues')
    await runJob('mail-issues')
    expect(await mailed()).toHaveLength(250)
    await hear([anAlertEvent()])
    const lease = { owner: randomUUID(), limit: 500, leaseSeconds: 60 }
    const { leased } = await leaseDeliveries(db, metrics, 'email', lease)
    expect(leased.filter(({ source }) => source === 'alert')).toHaveLength(1)

    for (let round = 0; round < 3; round += 1) {
      await db.execute(sql`update deliveries set state = 'delivered' where source = 'notification'`)
      await runJob('mail-issues')
    }
    expect((await mailed()).filter((address) => address.startsWith('reader-'))).toEqual(readers.toSorted())
    expect(await shown()).toMatchObject({ state: 'sent' })
  })

  test('go by the stream of the newsletter, can be left with one click, and say what was written', async () => {
    const [reader = ''] = await subscribe(1)
    await send(await write())
    await runJob('mail-issues')

    await runJob('send-email')
    await expect.poll(() => notifier.postmark.ledger.accepted.length).toBe(1)

    const [mail] = notifier.postmark.ledger.accepted
    expect(mail).toMatchObject({ to: reader, subject: 'Quiet hours', stream: STREAMS.newsletter })
    expect(mail?.html).toContain('Come <strong>early</strong>.')
    expect(mail?.text).toContain('Come early.')
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  })

  test('of an issue that stands still are found by themselves, and of one that is under way are not', async () => {
    const unaccounted = async () =>
      /^newsletter_issues_unaccounted\{.*\} (\d+)$/m.exec(await notifier.metrics.metrics())?.[1]
    await subscribe(251)
    const id = await write()
    expect(await unaccounted()).toBe('0')
    await send(id)
    expect(await unaccounted()).toBe('0')

    await db.execute(sql`update newsletter_issues set sent_at = now() - interval '11 minutes'`)
    expect(await unaccounted()).toBe('1')

    await runJob('mail-issues')
    expect(await unaccounted()).toBe('0')
    await db.execute(sql`update deliveries set updated_at = now() - interval '11 minutes'`)
    expect(await unaccounted()).toBe('1')

    await sendAll()
    await runJob('mail-issues')
    expect(await unaccounted()).toBe('0')
  })

  test('do not go to a subscriber who has left since the issue was sent off', async () => {
    const [reader = ''] = await subscribe(1)
    await send(await write())
    await db.delete(newsletterSubscribers)
    await runJob('mail-issues')
    expect(await mailed()).not.toContain(reader)
    expect(await shown()).toMatchObject({ state: 'sent' })
  })
})
