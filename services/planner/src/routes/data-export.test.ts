import type { DataExport } from '@walkon/contracts/http/data-export'
import { audit } from '@walkon/runtime/admin-actions'
import { createTestService } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { planner } from '../app.ts'
import { laneInvitations } from '../db/schema.ts'

const { accounts, app, close, db } = await createTestService(planner)
afterAll(close)

const exportFor = (headers: Record<string, string> = {}) => app.inject({ url: '/export', headers })

describe('GET /export', () => {
  test('200: the export has everything stored under the user id of the account, and an outsider’s has none of it', async () => {
    const userId = randomUUID()
    await db.transaction((tx) => audit(tx, { actorId: userId, action: 'close-gate', now: new Date() }))

    const own = await exportFor(accounts.headersFor({ email: 'ada@example.com', userId }))
    const outsiders = await exportFor(accounts.headersFor({ email: 'oscar@example.com' }))

    expect(own.headers['cache-control']).toBe('no-store')
    expect(own.json()).toMatchObject({ adminActions: [{ actorId: userId, action: 'close-gate' }] })
    expect(Object.values(outsiders.json<DataExport>()).flat()).toEqual([])
  })

  test('200: whom the account invited is masked, also in the words of an admin', async () => {
    const userId = randomUUID()
    const invited = 'bob@example.org'
    const [sentAt, expiresAt] = [new Date(), new Date('2099-01-01')]
    await db
      .insert(laneInvitations)
      .values({ userId, invitedEmail: invited, tokenHash: randomUUID(), sentAt, expiresAt })
    await db.transaction((tx) =>
      audit(tx, {
        actorId: randomUUID(),
        action: 'close-gate',
        subjectId: userId,
        reason: `Asked by ${invited}`,
        now: sentAt,
      }),
    )

    const { body } = await exportFor(accounts.headersFor({ email: 'ada@example.com', userId }))

    expect(JSON.parse(body)).toMatchObject({
      laneInvitations: [{ invitedEmail: 'b•••@example.org' }],
      adminActions: [{ reason: 'Asked by b•••@example.org' }],
    })
    expect(body).not.toContain(invited)
  })

  test('401: the export refuses a request without a token', async () => {
    expect((await exportFor()).statusCode).toBe(401)
  })
})
