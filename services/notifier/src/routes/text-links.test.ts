import { endLinksOf } from '@walkon/runtime/ended-links'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTextLinks } from '../channels/text-links.ts'
import { anAlert, aTextPass, createTestNotifier, KEYS, linksFor, textedEvent } from '../testing/notifier.ts'

const { app, db, hear, confirmNumbers, listDeliveries, stopClock, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const links = createTextLinks({ publicUrl: '', keys: KEYS })

async function pathOfTheText(): Promise<string> {
  const [delivery] = await listDeliveries()
  return links.urlOf(delivery!.id)
}
const location = async (url: string) => {
  const response = await app.inject({ url })
  return [response.statusCode, response.headers.location, response.headers['cache-control']]
}

test('302: the link of an alert opens the board at the ride that the text names first, with a key to the alerts of its park', async () => {
  const show = anAlert({ waitMinutes: 5, usualMinutes: 5, popularity: 8 })
  const wanted = anAlert({ waitMinutes: 15, usualMinutes: 70, popularity: 60.4 })
  const event = textedEvent({ email: 'ada@example.com', alerts: [show, wanted] })
  await confirmNumbers([event])
  await hear([event])

  const [status, to] = await location(await pathOfTheText())

  expect(status).toBe(302)
  const { pathname, searchParams } = new URL(String(to), 'https://walkon.example')
  expect([pathname, searchParams.get('park'), searchParams.get('ride')]).toEqual([
    '/live-wait-times',
    event.event.data['parkId'],
    wanted.rideId,
  ])
  const token = searchParams.get('token') ?? ''
  expect(await linksFor('manage').open(token, new Date())).toMatchObject({
    email: 'ada@example.com',
    parkId: expect.any(String) as string,
  })
})

test('401: a text of before its visitor left the address opens nothing of the next visitor', async () => {
  const event = textedEvent({ email: 'ada@example.com' })
  await confirmNumbers([event])
  await hear([event])
  // A service that opens links has heard of the change, and the delivery still names the old address.
  await db.transaction((tx) => endLinksOf(tx, ['ada@example.com'], new Date()))

  const [, to] = await location(await pathOfTheText())
  const token = new URL(String(to), 'https://walkon.example').searchParams.get('token')

  const headers = { authorization: `Bearer ${token}` }
  expect((await app.inject({ url: '/history', headers })).statusCode).toBe(401)
})

test('302: the link of a question opens no visitor’s alerts, because its number may be a stranger’s', async () => {
  await hear([aTextPass()])
  expect(await location(await pathOfTheText())).toEqual([302, '/faq', 'no-store'])
})

test('302: an unknown code leads to the page without a key', async () => {
  expect(await location('/t/AAAAAAAAAAAA')).toEqual([302, '/manage-alerts?link=text', 'no-store'])
})

test('429: a network is refused after thirty codes that open nothing', async () => {
  stopClock()
  const remoteAddress = '203.0.113.77'
  const statuses: number[] = []
  for (let tries = 0; tries < 31; tries++)
    statuses.push((await app.inject({ url: `/t/${tries}`, remoteAddress })).statusCode)
  expect([statuses.filter((status) => status === 302).length, statuses.at(-1)]).toEqual([30, 429])
})
