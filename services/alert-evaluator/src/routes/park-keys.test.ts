import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { linkHeaders } from '@walkon/testing/service'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aPark, aPass, catalogOf, createTestEvaluator, type TestPark } from '../testing/evaluator.ts'

/** The key of one park: of a tab that has paid, or of a text. */

const { app, hear, clear, close } = await createTestEvaluator()
afterAll(close)

const ADA = 'ada@example.com'

let bought: TestPark
let other: TestPark
beforeEach(async () => {
  await clear()
  ;[bought, other] = [aPark(2), aPark(2)]
  await hear([catalogOf(bought), catalogOf(other)])
  await hear([aPass(bought, { email: ADA }), aPass(other, { email: ADA })])
})

const keyTo = (park: TestPark) => linkHeaders(ADA, 'manage', new Date(), park.parkId)

const listWith = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/subscriptions', headers })).json<SubscriptionView[]>()

const stop = (id: string, headers: Record<string, string>) =>
  app.inject({ method: 'PATCH', url: `/subscriptions/${id}`, headers, payload: { active: false } })

test('200: the key of one park lists the subscription of that park alone', async () => {
  expect((await listWith(await keyTo(bought))).map(({ parkId }) => parkId)).toEqual([bought.parkId])
})

test('404: the key of one park changes nothing of another park, and changes its own', async () => {
  const views = await listWith(await linkHeaders(ADA))
  const idOf = (park: TestPark) => views.find(({ parkId }) => parkId === park.parkId)?.id ?? ''

  expect((await stop(idOf(other), await keyTo(bought))).statusCode).toBe(404)
  expect((await stop(idOf(bought), await keyTo(bought))).statusCode).toBe(200)
  const states = new Map(
    (await listWith(await linkHeaders(ADA))).map(({ parkId, active }) => [parkId, active]),
  )
  expect([states.get(bought.parkId), states.get(other.parkId)]).toEqual([false, true])
})

test.for(['/preferences', '/cover'])(
  '403: the key of one park is refused at %s, which is of the whole address',
  async (url) => {
    const answer = await app.inject({ url, headers: await keyTo(bought) })

    expect(answer.json()).toMatchObject({ status: 403, code: 'opens-one-park' })
  },
)
