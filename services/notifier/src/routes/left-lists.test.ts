import { hashAddress } from '@walkon/service/address-hash'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestNotifier } from '../testing/notifier.ts'

const { accounts, app, suppress, clear, close } = await createTestNotifier()

afterAll(close)
beforeEach(clear)

const EMAIL = 'visitor@example.com'
const addressHash = hashAddress(EMAIL)

const post = (url: string, email = EMAIL) =>
  app.inject({ method: 'POST', url, headers: accounts.headersFor({ email }), payload: {} })

describe('/ways/email/lists/:list', () => {
  const leave = (scope: 'restaurants' | 'lightning-lane', reason: 'unsubscribed' | 'complained') =>
    suppress({ channel: 'email', addressHash, reason, scope })
  const standingOf = async (list: string) =>
    (
      await app.inject({ url: `/ways/email/lists/${list}`, headers: accounts.headersFor({ email: EMAIL }) })
    ).json<{ state: string }>().state

  test('200: says which list was left, and no other', async () => {
    await leave('restaurants', 'unsubscribed')
    expect([await standingOf('restaurants'), await standingOf('lightning-lane')]).toEqual([
      'unsubscribed',
      'ok',
    ])
  })

  test('204: one list is come back to, and another one stays left', async () => {
    await leave('restaurants', 'unsubscribed')
    await leave('lightning-lane', 'unsubscribed')

    expect((await post('/ways/email/lists/restaurants/resume')).statusCode).toBe(204)

    expect([await standingOf('restaurants'), await standingOf('lightning-lane')]).toEqual([
      'ok',
      'unsubscribed',
    ])
  })

  test('409: a report of spam is not taken back by a press', async () => {
    await leave('restaurants', 'complained')
    expect((await post('/ways/email/lists/restaurants/resume')).json()).toMatchObject({
      status: 409,
      code: 'nothing-to-resume',
    })
    expect(await standingOf('restaurants')).toBe('complained')
  })

  test('400: there is no such list', async () => {
    expect((await post('/ways/email/lists/fax/resume')).statusCode).toBe(400)
  })

  test('another visitor’s list stays left', async () => {
    await leave('restaurants', 'unsubscribed')
    await post('/ways/email/lists/restaurants/resume', 'outsider@example.com')
    expect(await standingOf('restaurants')).toBe('unsubscribed')
  })
})
