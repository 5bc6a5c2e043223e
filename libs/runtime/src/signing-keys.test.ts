import { signingKeyPublished } from '@walkon/contracts/events/identity'
import { createHttpApp, type HttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestAccounts, createTestSigner } from '@walkon/testing/accounts'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyRecords } from '@walkon/messaging/inbox'
import { findSigningKey, projectSigningKeys, signingKeys } from './signing-keys.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const ISSUER = 'https://walkon.example/auth/v1'
const ADA = { email: 'ada@example.com' }
const signer = createTestSigner(ISSUER)

const clock = { now: new Date() }
const later = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms))
let app: HttpApp

beforeEach(async () => {
  clock.now = new Date()
  await db.delete(signingKeys)
  app = createHttpApp({
    service: 'shop',
    log: createLog({ service: 'shop', level: 'silent' }),
    metrics: createMetrics('shop'),
    accessTokens: { issuer: ISSUER, findKey: findSigningKey(db, () => clock.now), now: () => clock.now },
  })
  app.get('/', { config: { access: 'account' } }, async () => '')
})
afterEach(() => app.close())
afterAll(drop)

const call = (token = signer.tokenFor(ADA)) =>
  app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } })
const statusOf = async (token?: string) => (await call(token)).statusCode

function publish(acceptUntil: Date | null = null): Promise<void> {
  const { keyId, publicKey } = signer
  const event = anEvent(signingKeyPublished, {
    keyId,
    publicKey,
    acceptUntil: acceptUntil?.toISOString() ?? null,
  })
  return applyRecords(db, [projectSigningKeys()], [aRecord(event, signingKeyPublished)])
}

test('503: a caller is asked to come again while no key is known, and is let in once one is', async () => {
  const response = await call()
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('1')

  await publish()
  later(1_000)

  expect(await statusOf()).toBe(200)
})

test('401: a key that was taken back opens nothing ten seconds later', async () => {
  await publish()
  expect(await statusOf()).toBe(200)

  await publish(new Date(clock.now.getTime() - 1))
  later(10_001)

  expect(await statusOf()).toBe(401)
})

test('401: a key ends when it was said to, however lately it was read', async () => {
  await publish(new Date(clock.now.getTime() + 5_000))
  expect(await statusOf()).toBe(200)

  later(5_000)

  expect(await statusOf()).toBe(401)
})

test('200: a new key is good from its first token on, beside the one before', async () => {
  await publish()
  await call()
  const next = await createTestAccounts(db, ISSUER)
  later(1_000)

  expect(await statusOf(next.tokenFor(ADA))).toBe(200)
  expect(await statusOf()).toBe(200)
})

test('401: tokens with invented key ids do not make the table be read for each', async () => {
  await publish()
  await call()
  later(1_000)
  const reads = vi.spyOn(db, 'execute')

  for (let count = 0; count < 20; count++)
    expect(await statusOf(signer.tokenFor({ ...ADA, keyId: `made-up-${count}` }))).toBe(401)

  expect(reads).toHaveBeenCalledOnce()
  reads.mockRestore()
})

test('503: while the database is away a token is not refused as wrong', async () => {
  const away = vi
    .spyOn(db, 'execute')
    .mockRejectedValue(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))

  expect(await statusOf()).toBe(503)
  away.mockRestore()
})
