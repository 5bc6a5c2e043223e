import { insertSetAside } from '@walkon/testing/set-aside-events'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { accounts, app, db, deliver, eventsOf, open, pay, passesOf, work } = billing
afterAll(billing.close)

const headers = accounts.headersFor({ email: 'admin@example.com', roles: ['admin'], aal: 'aal2' })
async function replay(position: string, isDryRun: boolean) {
  const response = await app.inject({
    method: 'POST',
    url: `/provider-events/${position}/replay`,
    headers,
    payload: { isDryRun, reason: 'The bug is mended' },
  })
  return { status: response.statusCode, ...response.json<object>() }
}
const list = async () =>
  (await app.inject({ url: '/provider-events', headers })).json<{ position: string; provider: string }[]>()

/** The event of a payment, set aside before anything was done with it. */
async function setAside() {
  const email = `${crypto.randomUUID()}@example.com`
  const session = await open({ email })
  await pay(session)
  for (const event of await eventsOf(session)) await deliver(event)
  await db.execute(sql`
    update provider_events set rejection = 'Error: no such column', attempts = 6 where applied_at is null`)
  await db.execute(sql`update checkouts set check_at = null`)
  return { email }
}

test('200: a dry run says that an event would be applied, and changes nothing', async () => {
  const { email } = await setAside()
  const events = await list()
  expect(events.length).toBeGreaterThan(0)
  for (const { position } of events)
    expect(await replay(position, true)).toEqual({ status: 200, outcome: 'would-be-applied', why: null })
  await work()
  expect(await list()).toEqual(events)
  expect(await passesOf(email)).toEqual([])
})

test('200: an event that is replayed is applied, once, and leaves an entry with its reason', async () => {
  const { email } = await setAside()
  for (const { position } of await list())
    expect(await replay(position, false)).toMatchObject({ status: 200, outcome: 'queued' })
  await work()
  expect(await list()).toEqual([])
  expect(await passesOf(email)).toHaveLength(1)
  const entries = await db.execute(sql`
    select distinct reason from admin_actions where action = 'replay-provider-event'`)
  expect(entries).toEqual([{ reason: 'The bug is mended' }])
})

test('200: a dry run says what is wrong with an event that would be refused again', async () => {
  const position = await insertSetAside(db, 'stripe', 'no JSON')
  expect(await replay(position, true)).toMatchObject({
    outcome: 'refused',
    why: expect.stringContaining('JSON'),
  })
  expect((await list()).map((event) => event.position)).toContain(position)
})

test('404: what is not set aside is neither tried nor replayed', async () => {
  for (const isDryRun of [true, false])
    expect(await replay('999999999', isDryRun)).toMatchObject({
      status: 404,
      code: 'provider-event-not-found',
    })
})

test('400: a position is a number', async () => {
  expect(await replay('first', true)).toMatchObject({ status: 400, code: 'invalid-request' })
})
