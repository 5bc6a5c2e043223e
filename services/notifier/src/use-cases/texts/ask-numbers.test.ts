import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aNumber, aTextPass, createTestNotifier } from '../../testing/notifier.ts'

const { accounts, app, cache, db, hear, runJob, listDeliveries, suppress, clear, close } =
  await createTestNotifier()
afterAll(close)

let [number, email] = ['', '']
let visitors = 0
beforeEach(async () => {
  await clear()
  await turnTextsOn()
  number = aNumber()
  email = `visitor-${visitors++}@example.com`
})

/** Stops texts as Twilio's refusal of our configuration does. */
const turnTextsOff = () => cache.set('text-pause', 'on', 60)
const turnTextsOn = () => cache.delete('text-pause')

const order = () => hear([aTextPass({ email, recipient: { channel: 'sms', address: number } })])
const askAgain = async () =>
  (
    await app.inject({
      method: 'POST',
      url: '/ways/sms/question',
      headers: accounts.headersFor({ email }),
      payload: {},
    })
  ).statusCode
const questions = async () =>
  (await listDeliveries()).flatMap(({ address, content }) =>
    content && 'isReminder' in content ? [[address, content.isReminder]] : [],
  )
const pass = (column: 'given_at' | 'asked_at', minutes: number) =>
  db.execute(sql`update consents set ${sql.raw(column)} = now() - make_interval(mins => ${minutes})`)

describe('while texts are off', () => {
  test('a number that an order names while texts are off is asked once when they are on again', async () => {
    await turnTextsOff()
    await order()
    await runJob('remind-numbers')
    expect(await questions()).toEqual([])

    await turnTextsOn()
    await runJob('remind-numbers')
    await runJob('remind-numbers')

    expect(await questions()).toEqual([[number, false]])
  })

  test('a number that was not asked for a day, or has stopped, is not asked by itself', async () => {
    await turnTextsOff()
    await order()
    await pass('given_at', 25 * 60)
    const stopped = aNumber()
    await hear([aTextPass({ email, recipient: { channel: 'sms', address: stopped } })])
    const [row] = await db.execute<{ hash: string }>(
      sql`select number_hash as hash from consents where number = ${stopped}`,
    )
    await suppress({ channel: 'sms', addressHash: row!.hash, reason: 'unsubscribed', scope: 'all' })
    await turnTextsOn()
    await runJob('remind-numbers')

    expect(await questions()).toEqual([])
  })

  test('a reminder that is due while texts are off goes when they are on again', async () => {
    await order()
    await pass('asked_at', 11)
    await turnTextsOff()
    await runJob('remind-numbers')
    await turnTextsOn()
    await runJob('remind-numbers')

    expect(await questions()).toEqual([
      [number, false],
      [number, true],
    ])
  })

  test('questions that are refused while texts are off use up none of the three of a day', async () => {
    await turnTextsOff()
    await order()
    expect([await askAgain(), await askAgain(), await askAgain()]).toEqual([409, 409, 409])
    await turnTextsOn()
    expect(await askAgain()).toBe(202)
    expect(await questions()).toEqual([[number, false]])
  })
})
