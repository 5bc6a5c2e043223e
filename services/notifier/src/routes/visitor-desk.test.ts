import { userConfirmed } from '@walkon/contracts/events/identity'
import { toReference } from '@walkon/contracts/mail-reference'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aLetter } from '../testing/letters.ts'
import { anAlertEvent, textedEvent } from '../testing/notifier.ts'
import { createTextReplies, EMAIL, NUMBER } from '../testing/text-replies.ts'
import { createPostmarkNotifier } from '../testing/postmark-webhook.ts'

const notifier = await createPostmarkNotifier()
const { app, db, accounts, hear, clear, close } = notifier
afterAll(close)
beforeEach(clear)

const staffId = randomUUID()
const support = accounts.headersFor({
  email: 'support@example.com',
  userId: staffId,
  roles: ['support'],
  aal: 'aal2',
  aalRequired: 'aal2',
})
const find = async (text: string) =>
  app.inject({
    method: 'POST',
    url: '/visitors/find',
    headers: support,
    payload: { kind: 'reference', text },
  })
const read = async (payload: { email: string; userId: string | null; showsNumbers: boolean }) =>
  app.inject({ method: 'POST', url: '/visitors/read', headers: support, payload })
const listReferences = () =>
  db.execute<{ email: string; reference: string | null }>(
    sql`select email, reference from deliveries order by email`,
  )

test('200: a visitor is found by the reference of each of their mails, and by no other', async () => {
  await hear([
    anAlertEvent({ email: 'ana@example.com' }),
    anAlertEvent({ email: 'ana@example.com' }),
    anAlertEvent({ email: 'ben@example.com' }),
  ])

  for (const { email, reference } of await listReferences()) {
    expect(toReference(reference ?? '')).toBe(reference)
    expect((await find(reference ?? '')).json()).toEqual([{ email, userId: null }])
  }
  expect((await find('7K3F9QPM')).json()).toEqual([])
})

test('200: an account is found by an address near its own', async () => {
  const userId = randomUUID()
  await hear([
    heard(userConfirmed, { userId, email: 'sam.ortiz@example.com', confirmedAt: '2026-04-14T12:00:00Z' }),
  ])
  const payload = { kind: 'near', text: 'sam.ortis@example.com' }
  const found = await app.inject({ method: 'POST', url: '/visitors/find', headers: support, payload })
  expect(found.json()).toEqual([{ email: 'sam.ortiz@example.com', userId }])
})

test('a text has no reference', async () => {
  const event = textedEvent()
  await notifier.confirmNumbers([event])
  await hear([event])

  expect(await listReferences()).toMatchObject([{ reference: null }])
})

test('200: the visitor’s replies are told by their words, with the end of the number they came from', async () => {
  const { replied, textAccepted } = createTextReplies(notifier)
  await textAccepted()
  for (const words of ['STOP', 'start', 'YES please', 'my name is Ana']) await replied(words)
  await replied('STOP', '+14075550199')

  const readReplies = async (showsNumbers: boolean) => {
    const response = await read({ email: EMAIL, userId: null, showsNumbers })
    expect(response.body).not.toContain('Ana')
    return response.json<{ replies: { command: string | null; number: string }[] }>().replies
  }
  expect((await readReplies(false)).map(({ command, number }) => [command, number])).toEqual([
    ['stop', '••• 0123'],
    ['start', '••• 0123'],
    ['yes', '••• 0123'],
    [null, '••• 0123'],
  ])
  expect((await readReplies(true)).map(({ number }) => number)).toContain(NUMBER)
})

test('404: an address is not read under the account of another visitor, and the entry of a reading is about who has the address', async () => {
  const [userId, innocent] = [randomUUID(), randomUUID()]
  const confirmedAt = new Date().toISOString()
  await hear([heard(userConfirmed, { userId, email: EMAIL, confirmedAt })])
  const readAs = (named: string | null) => read({ email: EMAIL, userId: named, showsNumbers: true })

  const refused = await readAs(innocent)
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'visitor-mismatch'])
  await readAs(null)

  const entries = await db.execute(sql`select subject_id as "subjectId" from admin_actions`)
  expect(entries).toEqual([{ subjectId: userId }])
  const own = await app.inject({ url: '/export', headers: accounts.headersFor({ email: EMAIL, userId }) })
  expect(own.json().adminActions).toMatchObject([{ action: 'show-numbers', actorId: staffId }])
})

test('404: an address without an account is not read under the account of another address', async () => {
  const [innocent, email] = [randomUUID(), 'innocent@example.com']
  await hear([heard(userConfirmed, { userId: innocent, email, confirmedAt: new Date().toISOString() })])
  const payload = { email: EMAIL, userId: innocent, showsNumbers: true }
  const { statusCode } = await read(payload)
  expect(statusCode).toBe(404)
})

test('200: an account that notifier has not heard of yet contradicts no address, and is no subject of an entry', async () => {
  const payload = { email: EMAIL, userId: randomUUID(), showsNumbers: false }
  const { statusCode } = await read(payload)
  expect(statusCode).toBe(200)
  expect(await db.execute(sql`select from admin_actions where subject_id = ${payload.userId}`)).toEqual([])
})

test('200: what was sought stays out of the audit trail', async () => {
  await find('7K3F9QPM')

  const entries = await db.execute(sql`select action, subject_id as "subjectId", reason from admin_actions`)
  expect(entries).toEqual([{ action: 'find-by-reference', subjectId: null, reason: null }])
})

test.for(['7k3f-9qpm', '7K3F9QPU', '12345678', "' or 1=1"])('400: “%s” is no reference', async (text) => {
  expect((await find(text)).statusCode).toBe(400)
})

test('a reference is looked up by its index', async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(sql`explain select email from deliveries where reference = '7K3F9QPM'`)
  })

  expect(JSON.stringify(plan)).toContain('deliveries_by_reference')
})

test('200: each message is read with its subject, also when its words are gone', async () => {
  await hear([anAlertEvent({ email: EMAIL })])
  await notifier.request({
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: EMAIL },
    notification: aLetter({ subject: 'Your alerts are on' }),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await db.execute(sql`update deliveries set state = 'accepted', content = null`)

  const { deliveries } = (await read({ email: EMAIL, userId: null, showsNumbers: false })).json<{
    deliveries: { about: string; subject: string | null }[]
  }>()
  const subjects = deliveries.map(({ about, subject }) => `${about}: ${subject}`).toSorted()
  expect(subjects).toEqual(['alert: Space Mountain is 10 min', 'notification: Your alerts are on'])
})
