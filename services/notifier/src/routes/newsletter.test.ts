import { userDeleted } from '@walkon/contracts/events/identity'
import type { DataExport } from '@walkon/contracts/http/data-export'
import type { SubscriberAnswer } from '@walkon/contracts/http/newsletter'
import { hashAddress } from '@walkon/service/address-hash'
import { justNow } from '@walkon/testing/events'
import { heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createListLinks } from '../channels/list-links.ts'
import { listSuppressions } from '../db/suppressions/suppressions.ts'
import { createTestNotifier, KEYS } from '../testing/notifier.ts'

let aheadMs = 0
const { app, build, db, accounts, hear, listDeliveries, runJob, stopClock, clear, close } =
  await createTestNotifier({ now: () => new Date(Date.now() + aheadMs) })
afterAll(close)

const ADA = 'ada@example.com'
const userId = randomUUID()
let address: string
let visits = 0
beforeEach(async () => {
  aheadMs = 0
  await clear()
  address = `visitor-${visits++}@example.com`
})

const subscribe = (payload: object, headers: Record<string, string> = {}, remoteAddress = '10.9.9.9') =>
  app.inject({ method: 'POST', url: '/newsletter', headers, payload, remoteAddress })
const answerOf = async (payload: object, headers: Record<string, string> = {}) =>
  (await subscribe(payload, headers)).json<SubscriberAnswer>()
const asAda = () => accounts.headersFor({ email: ADA, userId })

const letters = async () =>
  (await listDeliveries()).map(({ address: to, content }) => ({
    to,
    ...(content as { name: string; action?: { path: string } }),
  }))
/** Presses the button of the page to which the newest question leads. */
async function confirm() {
  const url = (await letters()).findLast(({ name }) => name === 'newsletter-question')?.action?.path ?? ''
  return post(url, 'resume')
}
const post = (url: string, action: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `action=${action}`,
  })
const subscribers = () =>
  db.execute<{ email: string; isConfirmed: boolean }>(
    sql`select email, confirmed_at is not null as "isConfirmed" from newsletter_subscribers order by email`,
  )
const leave = async (email: string) =>
  post(`/u/${await createListLinks(KEYS).seal('newsletter', email, new Date())}`, 'unsubscribe')

describe('POST /newsletter', () => {
  test('200: an address is asked by mail, and subscribed once its owner has pressed the button', async () => {
    expect(await answerOf({ email: ` ${address.toUpperCase()} ` })).toMatchObject({
      status: 'confirmation-sent',
    })
    expect(await subscribers()).toEqual([{ email: address, isConfirmed: false }])

    expect((await confirm()).body).toContain('<h1>You are subscribed</h1>')

    expect(await letters()).toMatchObject([{ to: address, name: 'newsletter-question' }])
    expect(await subscribers()).toEqual([{ email: address, isConfirmed: true }])
  })

  test('200: opening the mailed link subscribes nobody: scanners open every link', async () => {
    await subscribe({ email: address })
    const [letter] = await letters()

    const { body } = await app.inject({ url: letter?.action?.path ?? '' })

    expect(body).toContain('<h1>Get newsletter emails?</h1>')
    expect(await subscribers()).toEqual([{ email: address, isConfirmed: false }])
  })

  test('200: an account subscribes its own address at once, without a mail, and is then told that it is subscribed', async () => {
    expect(await answerOf({ email: ADA }, asAda())).toMatchObject({ status: 'subscribed' })
    expect(await answerOf({ email: ADA }, asAda())).toMatchObject({ status: 'already-subscribed' })

    expect(await subscribers()).toEqual([{ email: ADA, isConfirmed: true }])
    expect(await letters()).toEqual([])
  })

  test('200: the browser that subscribed an address is told that it is subscribed, once it is', async () => {
    const { receipt } = await answerOf({ email: address })
    expect(await answerOf({ email: address, receipt })).toMatchObject({ status: 'confirmation-sent' })
    await confirm()

    expect(await answerOf({ email: address, receipt })).toMatchObject({ status: 'already-subscribed' })
  })

  test('200: for anyone else a subscribed address has the answer of a first time, again and again, and its owner a mail', async () => {
    await subscribe({ email: address })
    await confirm()

    const first = await answerOf({ email: address })
    const second = await answerOf({ email: address, receipt: first.receipt })
    const signedIn = await answerOf({ email: address }, asAda())

    expect([first, second, signedIn].map(({ status }) => status)).toEqual(Array(3).fill('confirmation-sent'))
    expect((await letters()).map(({ name }) => name)).toContain('newsletter-known')
  })

  test('200: a form that is sent twice mails one question', async () => {
    stopClock()
    const sent = await Promise.all([answerOf({ email: address }), answerOf({ email: address })])

    expect(sent.map(({ status }) => status)).toEqual(['confirmation-sent', 'confirmation-sent'])
    expect(await letters()).toMatchObject([{ to: address, name: 'newsletter-question' }])
  })

  test('429: one client network enters 60 addresses an hour, of which none is told anything, and an account its own still', async () => {
    stopClock()
    const enter = (headers?: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/newsletter',
        remoteAddress: '203.0.113.9',
        ...(headers && { headers }),
        payload: { email: headers ? ADA : `list-${visits++}@example.com` },
      })
    const statuses = []
    for (let count = 0; count < 61; count++) statuses.push((await enter()).statusCode)

    expect(statuses).toEqual([...Array(60).fill(200), 429])
    expect((await enter()).json()).toMatchObject({ code: 'too-many-requests' })
    expect((await enter(asAda())).json()).toMatchObject({ status: 'subscribed' })
    expect((await answerOf({ email: address })).status).toBe('confirmation-sent')
  })

  test('429: a client network has three mails a day sent to an address, all together ten, and no answer says sent beyond that', async () => {
    const enter = async (network: number) => {
      aheadMs += 30_000
      return (await subscribe({ email: address }, {}, `10.2.${network}.1`)).statusCode
    }
    const stranger = [await enter(1), await enter(1), await enter(1), await enter(1)]
    expect(stranger).toEqual([200, 200, 200, 429])
    expect(await letters()).toHaveLength(3)

    const others = []
    for (let network = 2; network <= 9; network++) others.push(await enter(network))
    expect(others).toEqual([...Array(7).fill(200), 429])
    expect((await subscribe({ email: address }, {}, '10.2.10.1')).json()).toMatchObject({
      code: 'address-mailed-enough',
    })
    expect(await letters()).toHaveLength(10)
    const own = accounts.headersFor({ email: address })
    expect(await answerOf({ email: address }, own)).toMatchObject({ status: 'subscribed' })
  })

  test('200: a receipt that is forged proves nothing', async () => {
    await subscribe({ email: address })
    await confirm()

    expect(await answerOf({ email: address, receipt: 'forged' })).toMatchObject({
      status: 'confirmation-sent',
    })
  })

  test('400: what is no address is refused', async () => {
    expect((await subscribe({ email: 'nobody' })).statusCode).toBe(400)
  })
})

describe('a subscriber', () => {
  test('who leaves with one click is forgotten, and can come back by the same page', async () => {
    await subscribe({ email: ADA }, asAda())
    await leave(ADA)
    expect(await subscribers()).toEqual([])

    await post(`/u/${await createListLinks(KEYS).seal('newsletter', ADA, new Date())}`, 'resume')

    expect(await subscribers()).toEqual([{ email: ADA, isConfirmed: true }])
    expect(await listSuppressions(db, 'email', hashAddress(ADA))).toEqual([])
  })

  test('who has left and subscribes again has the wish to leave taken back', async () => {
    await subscribe({ email: ADA }, asAda())
    await leave(ADA)

    expect(await answerOf({ email: ADA }, asAda())).toMatchObject({ status: 'subscribed' })

    expect(await listSuppressions(db, 'email', hashAddress(ADA))).toEqual([])
  })

  test('who deletes the account leaves no trace, and no link from before brings the address back', async () => {
    await subscribe({ email: ADA })
    const [letter] = await letters()
    await subscribe({ email: ADA }, asAda())
    await subscribe({ email: address }, asAda())
    const deletedAt = justNow()
    const deletion = heard(userDeleted, {
      userId,
      addressHashes: [hashAddress(ADA)],
      deletedAt: deletedAt.toISOString(),
    })
    await hear([{ ...deletion, event: { ...deletion.event, occurredAt: deletedAt } }])

    expect((await post(letter?.action?.path ?? '', 'resume')).statusCode).toBe(404)

    expect(await subscribers()).toEqual([{ email: address, isConfirmed: false }])
    expect(await findTraces(db, userId)).toEqual({ erased_users: 1 })
  })

  test('has the subscription in the export of the account, and no other visitor’s', async () => {
    await subscribe({ email: ADA }, asAda())
    await subscribe({ email: address })

    const exported = (await app.inject({ url: '/export', headers: asAda() })).json<DataExport>()

    expect(exported['newsletter']).toMatchObject([{ email: ADA }])
  })

  test('who never confirms is forgotten after 30 days, and who confirmed is not', async () => {
    await subscribe({ email: ADA }, asAda())
    await subscribe({ email: address })
    await db.execute(sql`update newsletter_subscribers set asked_at = asked_at - interval '31 days'`)

    await runJob('purge-past-retention')

    expect(await subscribers()).toEqual([{ email: ADA, isConfirmed: true }])
  })
})

test('403: an address that the operator has not listed is not subscribed, and gets no mail', async () => {
  const closed = build({ env: { ALLOWED_EMAILS: '@example.org' } })
  const refused = await closed.app.inject({ method: 'POST', url: '/newsletter', payload: { email: address } })
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'address-not-allowed' })
  expect(await subscribers()).toEqual([])
  expect(await letters()).toEqual([])
})
