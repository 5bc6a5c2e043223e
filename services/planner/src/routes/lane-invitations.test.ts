import type { LaneConnection } from '@walkon/contracts/http/lightning-lane'
import { notificationCancelled, notificationRequested } from '@walkon/contracts/events/notifications'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestLanes, NOON } from '../testing/lanes.ts'
import { someone } from '../testing/planner.ts'

const lanes = await createTestLanes()
const { answer, ask, clock, invite, later, tokenFor } = lanes
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
