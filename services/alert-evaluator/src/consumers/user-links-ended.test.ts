import { userLinksEnded } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { heard, linkHeaders } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestEvaluator } from '../testing/evaluator.ts'

const { accounts, app, hear, close } = await createTestEvaluator()
afterAll(close)

const anAddress = () => `${randomUUID()}@example.com`
const endLinksOf = (email: string, at: Date) =>
  hear([
    heard(userLinksEnded, {
      userId: randomUUID(),
      addressHash: hashAddress(email),
      endedAt: at.toISOString(),
    }),
  ])
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const statusOf = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/subscriptions', headers })).statusCode

test('a link from before its owner ended all links opens nothing, and one of a later mail does', async () => {
  const email = anAddress()
  expect(await statusOf(await linkHeaders(email, 'manage', minutesAgo(10)))).toBe(200)

  await endLinksOf(email, minutesAgo(5))

  expect(await statusOf(await linkHeaders(email, 'manage', minutesAgo(10)))).toBe(401)
  expect(await statusOf(await linkHeaders(email, 'manage', minutesAgo(1)))).toBe(200)
})

test('the end of links leaves the account, and the links of others', async () => {
  const [email, outsider] = [anAddress(), anAddress()]
  await endLinksOf(email, new Date())

  expect(await statusOf(accounts.headersFor({ email }))).toBe(200)
  expect(await statusOf(await linkHeaders(outsider, 'manage', minutesAgo(10)))).toBe(200)
})
