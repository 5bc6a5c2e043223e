import { userAddressChanged } from '@walkon/contracts/events/identity'
import { heard, linkHeaders } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aPark, aPass, at, catalogOf, createTestEvaluator, type TestPark } from '../testing/evaluator.ts'

const { app, clear, close, hear } = await createTestEvaluator()
afterAll(close)

const OLD = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark()
  await hear([catalogOf(park)])
})

const changed = () =>
  heard(userAddressChanged, {
    userId: randomUUID(),
    oldEmail: OLD,
    newEmail: 'lovelace@example.com',
    changedAt: at(0),
  })

const open = async (email: string, knownAt: Date) =>
  app.inject({ url: '/subscriptions', headers: await linkHeaders(email, 'manage', knownAt) })

test('401: a manage link of before the change opens nothing, not even what the old address gets later', async () => {
  const before = new Date()
  expect((await open(OLD, before)).statusCode).toBe(200)

  await hear([changed()])
  await hear([aPass(park, { email: OLD })])

  expect((await open(OLD, before)).statusCode).toBe(401)
})

test('200: a manage link that the old address gets after the change opens what it has then', async () => {
  await hear([changed()])
  await hear([aPass(park, { email: OLD })])

  const response = await open(OLD, new Date(Date.now() + 1_000))

  expect(response.statusCode).toBe(200)
  expect(response.json()).toHaveLength(1)
})

test('200: the manage links of other addresses stay as they are', async () => {
  const before = new Date()

  await hear([changed()])

  expect((await open(OUTSIDER, before)).statusCode).toBe(200)
})
