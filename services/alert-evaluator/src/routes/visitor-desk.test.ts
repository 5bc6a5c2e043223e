import { passRevoked } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { heard, linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { aPass, aPoll, createTestEvaluator, passIdOf } from '../testing/evaluator.ts'

const evaluator = await createTestEvaluator()
const { accounts, app, db, hear, startWithPark } = evaluator
afterAll(evaluator.close)

const staffId = randomUUID()
const support = accounts.headersFor({
  email: 'support@example.com',
  userId: staffId,
  roles: ['support'],
  aal: 'aal2',
  aalRequired: 'aal2',
})
const ask = (url: string, payload: object, headers = support) =>
  app.inject({ method: 'POST', url, headers, payload })
const find = (kind: string, text: string) => ask('/visitors/find', { kind, text })
const read = async (email: string, showsNumbers = false) =>
  (await ask('/visitors/read', { email, userId: null, showsNumbers })).json()
const listActions = () =>
  db.execute<{ action: string; subjectId: string | null }>(
    sql`select action, subject_id as "subjectId" from admin_actions where actor_id = ${staffId} order by acted_at`,
  )

async function watcher(email: string) {
  const park = await startWithPark(2)
  const pass = aPass(park, { email, recipient: { channel: 'sms', address: '+14075550142' } })
  await hear([pass])
  const headers = await linkHeaders(email)
  const [subscription] = (await app.inject({ url: '/subscriptions', headers })).json()
  const change = (method: 'PATCH' | 'PUT', url: string, payload: object) =>
    app.inject({ method, url, headers, payload })
  return { park, passId: passIdOf(pass), subscriptionId: subscription.id as string, change }
}

test('200: a visitor is found by address, number, pass and subscription, and each look-up is an entry by ids alone', async () => {
  const email = 'ana@example.com'
  const { passId, subscriptionId } = await watcher(email)
  for (const [kind, text] of [
    ['email', 'Ana@Example.com'],
    ['number', '+14075550142'],
    ['id', passId],
    ['id', subscriptionId],
  ] as const)
    expect((await find(kind, text)).json()).toEqual([{ email, userId: null }])
  expect((await find('id', randomUUID())).json()).toEqual([])

  const actions = await listActions()
  expect(actions.map(({ action }) => action)).toEqual([
    'find-by-email',
    'find-by-number',
    'find-by-id',
    'find-by-id',
    'find-by-id',
  ])
  expect(JSON.stringify(actions)).not.toMatch(/ana|550142/)
})

test('200: a typo or a part of an address finds those near it', async () => {
  await watcher('sam.ortiz@example.com')
  const near = [{ email: 'sam.ortiz@example.com', userId: null }]
  expect((await find('near', 'sam.ortis@example.com')).json()).toEqual(near)
  expect((await find('near', 'ortiz')).json()).toEqual(near)
  expect((await find('near', 'samantha')).json()).toEqual([])
})

test('200: what one look-up asks of several services has its id in each audit trail', async () => {
  const lookUpId = randomUUID()
  await ask('/visitors/find', { kind: 'email', text: 'ana@example.com', lookUpId })
  await ask('/visitors/read', { email: 'ana@example.com', userId: null, showsNumbers: false, lookUpId })

  const entries = await db.execute(
    sql`select action from admin_actions where look_up_id = ${lookUpId} order by acted_at`,
  )
  expect(entries.map(({ action }) => action)).toEqual(['find-by-email', 'read-visitor'])
})

test('403: a part of a number is for admins', async () => {
  await watcher('ana@example.com')
  expect((await find('last-digits', '0142')).statusCode).toBe(403)
  const admin = accounts.headersFor({ email: 'a@example.com', roles: ['admin'], aal: 'aal2' })
  const found = await ask('/visitors/find', { kind: 'last-digits', text: '0142' }, admin)
  expect(found.json()).toEqual([{ email: 'ana@example.com', userId: null }])
})

test('200: a number has its last four digits until it is asked for, which is an entry of its own', async () => {
  await watcher('ana@example.com')
  const shown = await read('ana@example.com')
  expect(shown.passes[0].address).toBe('••• 0142')
  expect(JSON.stringify(shown)).not.toContain('407555')
  expect((await read('ana@example.com', true)).passes[0].address).toBe('+14075550142')
  const actions = (await listActions()).map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['read-visitor', 'show-numbers'])
})

test('200: each change of a visitor has what was before and after, and nothing is recorded where nothing changed', async () => {
  const email = 'ana@example.com'
  const { park, subscriptionId, change } = await watcher(email)
  const rideId = park.attractions[0]!.rideId
  const choose = (thresholdMinutes: number) =>
    change('PUT', `/subscriptions/${subscriptionId}/watches`, [{ rideId, active: true, thresholdMinutes }])
  await choose(20)
  await db.execute(sql`delete from visitor_changes`)

  await choose(30)
  await choose(30)
  await change('PATCH', `/subscriptions/${subscriptionId}`, { active: false })
  await change('PUT', '/preferences', { quietHours: { from: '22:00', until: '07:00' } })

  const { visitorChanges } = await read(email)
  expect(visitorChanges).toMatchObject([
    { kind: 'ride', rideId, before: { thresholdMinutes: 20 }, after: { thresholdMinutes: 30 } },
    { kind: 'switch', before: { active: true }, after: { active: false } },
    { kind: 'quiet-hours', before: null, after: { quietHours: { from: '22:00', until: '07:00' } } },
  ])
})

test('what a visitor changed is erased with their subscription', async () => {
  const email = 'ana@example.com'
  const { subscriptionId, passId, change } = await watcher(email)
  await change('PATCH', `/subscriptions/${subscriptionId}`, { active: false })
  await hear([heard(passRevoked, { passId, reason: 'erased' })])
  expect(await db.execute(sql`select from visitor_changes`)).toHaveLength(0)
})

test('200: what staff did of a visitor without an account is read with them, and of no other visitor', async () => {
  const email = 'ana@example.com'
  const { park, subscriptionId } = await watcher(email)
  await hear([aPass(park, { email: 'other@example.com' })])
  for (const stopped of [email, 'other@example.com'])
    await ask('/visitors/stop', { email: stopped, reason: 'Asked by phone' })

  const { adminActions } = await read(email)
  expect(adminActions).toMatchObject([
    { action: 'stop-alerts', actorId: staffId, subjectId: subscriptionId, reason: 'Asked by phone' },
  ])
})

test('200: each alert in a window of a pass says if it counts for the guarantee, as the end of the pass will', async () => {
  const email = 'ana@example.com'
  const { park, passId, change } = await watcher(email)
  const [first, other] = park.attractions.map(({ rideId }) => rideId)
  const [subscription] = (await read(email)).subscriptions
  await change(
    'PUT',
    `/subscriptions/${subscription.id}/watches`,
    [first, other].map((rideId) => ({ rideId, active: true, thresholdMinutes: 15 })),
  )
  for (const waitMinutes of [40, 5])
    await hear([
      aPoll(
        park,
        [0, 1].map((ride) => ({ ride, waitMinutes })),
      ),
    ])
  await db.execute(sql`update alerts set usually_short = true where ride_id = ${other}`)

  const { passAlerts } = await read(email)
  expect(passAlerts).toHaveLength(2)
  expect(passAlerts).toEqual(
    expect.arrayContaining([
      { passId, alertId: expect.any(String), rideId: first, counts: true },
      { passId, alertId: expect.any(String), rideId: other, counts: false },
    ]),
  )
})

test('204: the link to the alerts of an address is mailed to it once for each request, and the act is in the audit trail', async () => {
  const email = 'ana@example.com'
  const { subscriptionId } = await watcher(email)
  const asked = { email, requestId: randomUUID(), reason: 'Lost the mail' }
  for (const _ of [1, 2]) expect((await ask('/visitors/manage-link', asked)).statusCode).toBe(204)

  const letters = await evaluator.published(notificationRequested)
  expect(letters.filter(({ notification }) => notification.name === 'manage-link')).toMatchObject([
    {
      recipient: { channel: 'email', address: email },
      notification: { subscriptionId, action: { page: 'manage-alerts' } },
    },
  ])
  expect((await read(email)).adminActions).toMatchObject([
    { action: 'mail-manage-link', subjectId: subscriptionId },
  ])
})

test('404: no link is mailed to an address without alerts', async () => {
  const asked = { email: 'nobody@example.com', requestId: randomUUID(), reason: 'Lost the mail' }
  const { statusCode, body } = await ask('/visitors/manage-link', asked)
  expect([statusCode, JSON.parse(body).code]).toEqual([404, 'subscription-not-found'])
})

test('403: staff mail no link to their own alerts', async () => {
  const asked = { email: 'support@example.com', requestId: randomUUID(), reason: 'Lost the mail' }
  const { statusCode, body } = await ask('/visitors/manage-link', asked)
  expect([statusCode, JSON.parse(body).code]).toEqual([403, 'own-account'])
})
