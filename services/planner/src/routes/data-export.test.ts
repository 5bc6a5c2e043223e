import type { DataExport } from '@walkon/contracts/http/data-export'
import { audit } from '@walkon/runtime/admin-actions'
import { createTestService } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { planner } from '../app.ts'

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

  test('401: the export refuses a request without a token', async () => {
    expect((await exportFor()).statusCode).toBe(401)
  })
})
