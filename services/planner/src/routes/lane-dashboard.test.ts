import type { LaneConnection, LanePreference, LaneSubscription } from '@walkon/contracts/http/lightning-lane'
import { notificationCancelled, notificationRequested } from '@walkon/contracts/events/notifications'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestLanes, finished, NOON, paidReturnTime } from '../testing/lanes.ts'
import { createTestPlanner, someone } from '../testing/planner.ts'

const lanes = await createTestLanes()
const {
  aParkWithoutReturnTimes,
  aParkWithRide,
  answer,
  ask,
  clock,
  invite,
  later,
  observe,
  offeringsOf,
  prefer,
  tokenFor,
} = lanes
afterAll(lanes.close)
beforeEach(() => void (clock.now = NOON))

const connectionOf = async (visitor: ReturnType<typeof someone>) =>
  (await ask<LaneConnection>('GET', '/lightning-lane/connection', visitor)).body

describe('the invitation', () => {
  test('200: it is pending until the button of its link is pressed, and its address is shown until the connection ends', async () => {
    const visitor = someone()
    expect(await connectionOf(visitor)).toEqual({ disneyAccount: null, isConnected: false })
    expect((await invite(visitor, 'minnie@example.com')).status).toBe(201)
    expect(await connectionOf(visitor)).toMatchObject({
      isConnected: false,
      disneyAccount: { email: 'minnie@example.com', invitationStatus: 'pending' },
    })
    const token = await tokenFor('minnie@example.com')
    await ask('POST', '/lightning-lane/invitations/link', null, { token })
    expect(await connectionOf(visitor)).toMatchObject({ isConnected: false })

    expect((await answer(token)).status).toBe(200)
    expect((await answer(token)).status).toBe(200)

    expect(await connectionOf(visitor)).toMatchObject({
      isConnected: true,
      disneyAccount: { email: 'minnie@example.com', invitationStatus: null },
    })
    later(24 * 60)
    await lanes.runJob('forget-invited-addresses')
    expect(await connectionOf(visitor)).toMatchObject({ disneyAccount: { email: 'minnie@example.com' } })
    await ask('DELETE', '/lightning-lane/connection', visitor)
    expect(await connectionOf(visitor)).toEqual({ disneyAccount: null, isConnected: false })
    expect(await findTraces(lanes.db, 'minnie@example.com')).not.toHaveProperty('lane_invitations')
  })

  test('410: an invitation that nobody answered in time has expired, and its address is deleted', async () => {
    const visitor = someone()
    await invite(visitor)
    const token = await tokenFor(visitor.email)
    later(24 * 60)
    await lanes.runJob('forget-invited-addresses')

    expect((await answer(token)).code).toBe('lane-invitation-expired')
    expect(await connectionOf(visitor)).toMatchObject({
      disneyAccount: { email: null, invitationStatus: 'expired' },
    })
    const kept = await lanes.db.execute(sql`
      select from lane_invitations where user_id = ${visitor.userId} and invited_email is not null`)
    expect(kept).toHaveLength(0)
  })

  test('the letter of an invitation that is answered or has expired is withdrawn, and its address leaves the outbox', async () => {
    const [answered, expired] = [someone(), someone()]
    for (const visitor of [answered, expired]) await invite(visitor)
    const token = await tokenFor(answered.email)
    await lanes.publishAll()
    await answer(token)
    later(24 * 60)
    await lanes.runJob('forget-invited-addresses')

    const withdrawn = await lanes.published(notificationCancelled)
    expect(withdrawn.length).toBeGreaterThanOrEqual(2)
    expect(await findTraces(lanes.db, expired.email)).toEqual({})
    expect(Object.keys(await findTraces(lanes.db, answered.email))).toEqual(['lane_invitations'])
  })

  test('404: a newer invitation takes the place of the one before, and a made-up token is none', async () => {
    const visitor = someone()
    await invite(visitor)
    const first = await tokenFor(visitor.email)
    later(1)
    await invite(visitor)

    expect((await answer(first)).code).toBe('lane-invitation-invalid')
    expect((await answer('x'.repeat(43))).code).toBe('lane-invitation-invalid')
  })

  test('201: of a form that is sent from several tabs at once one invitation is mailed, whose link works', async () => {
    const visitor = someone()
    const tabs = Array.from({ length: 6 })
    await Promise.all(tabs.map(() => connectionOf(visitor)))
    const answers = await Promise.all(tabs.map(() => invite(visitor)))

    expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 201))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const sent = await lanes.published(notificationRequested)
    expect(sent.filter(({ recipient }) => recipient.address === visitor.email)).toHaveLength(1)
    expect((await answer(await tokenFor(visitor.email))).status).toBe(200)
  })

  test('201: an invitation that has expired is sent again, however lately it was sent', async () => {
    const visitor = someone()
    await invite(visitor)
    await lanes.db.execute(sql`
      update lane_invitations set expires_at = sent_at where user_id = ${visitor.userId}`)
    expect((await invite(visitor)).status).toBe(201)

    expect(await connectionOf(visitor)).toMatchObject({ disneyAccount: { invitationStatus: 'pending' } })
    expect((await answer(await tokenFor(visitor.email))).status).toBe(200)
  })

  test('429: a fourth invitation in 24 hours is refused, also of several accounts of one network to one address', async () => {
    const visitor = someone()
    for (const _ of [1, 2, 3]) expect((await invite(visitor, someone().email)).status).toBe(201)
    expect((await invite(visitor, someone().email)).status).toBe(429)

    const invited = someone().email
    for (const _ of [1, 2, 3]) expect((await invite(someone(), invited)).status).toBe(201)
    expect((await invite(someone(), invited)).status).toBe(429)
    expect((await invite({ ...someone(), email: invited }, invited)).status).toBe(201)
    later(24 * 60)
    expect((await invite(visitor, someone().email)).status).toBe(201)
  })
})

test('403: an address that the operator has not listed is not invited', async () => {
  const visitor = someone()
  const { app } = lanes.build({ env: { LIGHTNING_LANE_OPEN: 'true', ALLOWED_EMAILS: '@example.org' } })
  const inviteOf = (invitedEmail: string) =>
    app.inject({
      method: 'POST',
      url: '/lightning-lane/invitations',
      headers: lanes.accounts.headersFor(visitor),
      payload: { invitedEmail },
    })
  expect((await inviteOf('minnie@example.com')).json()).toMatchObject({ code: 'address-not-allowed' })
  expect(await connectionOf(visitor)).toEqual({ disneyAccount: null, isConnected: false })
  expect((await inviteOf('minnie@example.org')).statusCode).toBe(201)
})

test('200: the subscription lasts to the end of the paid days', async () => {
  const visitor = someone()
  const read = async () => (await ask<LaneSubscription>('GET', '/lightning-lane/subscription', visitor)).body
  expect(await read()).toEqual({ subscribed: false, subscription_end: null })
  const day = await lanes.buyDay(visitor)

  expect(await read()).toEqual({ subscribed: true, subscription_end: day.windows[0]?.endsAt })
  later(24 * 60)
  expect(await read()).toEqual({ subscribed: false, subscription_end: null })
})

describe('offerings', () => {
  test('200: a paid return time has its price in its own currency, and the trend of the park’s day', async () => {
    const ride = await aParkWithRide()
    await observe(ride, { queues: [paidReturnTime(2_000, 'JPY')] })
    later(1)
    await observe(ride, { queues: [paidReturnTime(2_500, 'JPY')] })

    expect(await offeringsOf(ride)).toMatchObject([
      {
        kind: 'PAID_RETURN_TIME',
        available: true,
        price: { amount: 2_500, currency: 'JPY' },
        priceTrend: 'up',
        returnTimeStart: '2026-07-01T17:00:00.000Z',
        returnTimeEnd: null,
      },
    ])
  })

  test('200: a ride without return times is offered by a wait over 30 minutes, from one hour ahead, one hour long', async () => {
    const [long, short] = [await aParkWithoutReturnTimes(), await aParkWithoutReturnTimes()]
    await observe(long, { waitMinutes: 31 })
    await observe(short, { waitMinutes: 30 })

    expect(await offeringsOf(short)).toEqual([])
    expect(await offeringsOf(long)).toMatchObject([
      {
        kind: 'STANDBY',
        available: true,
        returnTimeStart: '2026-07-01T17:00:00.000Z',
        returnTimeEnd: '2026-07-01T18:00:00.000Z',
        price: null,
      },
    ])
  })

  test('200: what is sold out is not available, and what was read long ago or in a closed park is not listed', async () => {
    const ride = await aParkWithRide()
    await observe(ride, { waitMinutes: 90, queues: [finished] })
    expect(await offeringsOf(ride)).toMatchObject([{ kind: 'RETURN_TIME', available: false }])
    later(16)
    expect(await offeringsOf(ride)).toEqual([])
    await observe(ride, { waitMinutes: 90, parkOpen: false })
    expect(await offeringsOf(ride)).toEqual([])
  })

  test('400: five parks are too many', async () => {
    const parks = Array.from({ length: 5 }, () => randomUUID()).join(',')
    expect((await ask('GET', `/lightning-lane/offerings?parks=${parks}`, someone())).status).toBe(400)
  })
})

describe('preferences', () => {
  test('409: an attraction has one preference, which can be changed and deleted by its owner alone', async () => {
    const [visitor, outsider] = [someone(), someone()]
    const ride = await aParkWithRide()
    const added = await prefer(visitor, ride)
    expect(added.status).toBe(201)
    expect((await prefer(visitor, ride)).code).toBe('lane-preference-exists')
    const [{ id = '' } = {}] = added.body.preferences as Partial<LanePreference>[]
    const url = `/lightning-lane/preferences/${id}`
    const wishes = { priority: 10, preferredTimeRange: { start: '10:00', end: '12:00' }, maxPrice: null }

    expect((await ask('PUT', url, outsider, wishes)).code).toBe('lane-preference-not-found')
    expect((await ask('DELETE', url, outsider)).code).toBe('lane-preference-not-found')
    expect((await ask('PUT', url, visitor, wishes)).body).toMatchObject({ preferences: [wishes] })
    expect((await ask('DELETE', url, visitor)).status).toBe(204)
  })

  test('200 and 404: an attraction that left the catalogue keeps its preference until it is removed, and nobody adds it', async () => {
    const visitor = someone()
    const { parkId, rideId, name } = await aParkWithRide()
    const id = (await prefer(visitor, { rideId })).body.preferences[0]?.id
    await lanes.catalog({ parkId }, { rides: [{ id: rideId, name, retired: true }] })

    expect((await prefer(someone(), { rideId })).code).toBe('attraction-not-found')
    const kept = await ask('GET', '/lightning-lane/preferences', visitor)
    expect(kept.body).toMatchObject({ preferences: [{ attractionName: name }] })
    expect((await ask('DELETE', `/lightning-lane/preferences/${id}`, visitor)).status).toBe(204)
  })

  test('200: the preference of the highest number comes first', async () => {
    const visitor = someone()
    const [first, last] = [await aParkWithRide(), await aParkWithRide()]
    await prefer(visitor, last, { priority: 1 })
    const { body } = await prefer(visitor, first, { priority: 10 })

    expect(body.preferences.map(({ attractionId }) => attractionId)).toEqual([first.rideId, last.rideId])
  })

  test('201 and 409: of two tabs that add an attraction at once one is answered that it is there', async () => {
    const visitor = someone()
    const ride = await aParkWithRide()
    const answers = await Promise.all([prefer(visitor, ride), prefer(visitor, ride), prefer(visitor, ride)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  })

  test('400 and 404: a priority of 11, a range that ends before it begins and an unknown attraction are refused', async () => {
    const ride = await aParkWithRide()
    expect((await prefer(someone(), ride, { priority: 11 })).status).toBe(400)
    expect(
      (await prefer(someone(), ride, { preferredTimeRange: { start: '21:00', end: '09:00' } })).status,
    ).toBe(400)
    expect((await prefer(someone(), { rideId: randomUUID() })).code).toBe('attraction-not-found')
  })
})

test('403: while the gate is closed, routes of the page refuse a request without a key', async () => {
  const closed = await createTestPlanner()
  expect((await closed.ask('GET', '/lightning-lane/connection', someone())).code).toBe('gate-closed')
  expect((await closed.ask('GET', '/lightning-lane/bookings', someone())).code).toBe('gate-closed')
  await closed.close()
})
