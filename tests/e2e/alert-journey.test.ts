import { afterAll, expect, inject, test } from 'vitest'
import { threeLongWaits } from '../support/long-waits.ts'
import { openManageLink } from '../support/manage-link.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
  todayIn,
  tokenInLink,
} from '../support/walkon-client.ts'

const client = createWalkonClient(inject('baseUrl'))
afterAll(client.releasePins)

test('a ride that falls to 15 minutes alerts the visitor who confirmed, once', async () => {
  const park = await client.parkNamed(/Magic Kingdom/)
  const email = aVisitor('journey')
  const [ride] = await threeLongWaits(client, park.id)
  await activateAlerts(client, email, park)

  const fellAt = Date.now()
  await client.pinRide(ride.rideId, { status: 'OPERATING', waitMinutes: 10 })
  const namesRide = (message: { text: string }) => message.text.includes(ride.name)
  const mail = await client.nextMessage(email, (message) => isAlert(message) && namesRide(message))
  console.info(`fall to mail: ${((Date.now() - fellAt) / 1000).toFixed(1)} s`)

  expect(mail.text).toContain('10 min')
  expect(mail.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })

  // Two more polls of the same level: the cooldown holds.
  await client.polls(park.id)
  expect(
    (await client.messagesTo(email)).filter((message) => isAlert(message) && namesRide(message)),
  ).toHaveLength(1)
})

test('the manage link of an alert shows and stops the visitor’s alerts, and only theirs', async () => {
  const park = await client.parkNamed(/Magic Kingdom/)
  const email = aVisitor('manage')
  await activateAlerts(client, email, park)
  const mail = await client.nextMessage(email, (message) => /manage-alerts\?token=/.test(message.text))
  const authorization = `Bearer ${tokenInLink(mail, '/manage-alerts')}`

  const subscriptions = await eventually(async () => {
    const { body } = await client.send('GET', '/api/alerts/subscriptions', undefined, { authorization })
    return Array.isArray(body) && body.length === 1
      ? (body as { id: string; state: string; watches: unknown[] }[])
      : undefined
  })
  const [subscription] = subscriptions
  expect(subscription).toMatchObject({ parkId: park.id, state: 'active' })
  expect(subscription?.watches.length).toBeGreaterThan(10)

  const stopped = await client.send(
    'PATCH',
    `/api/alerts/subscriptions/${subscription?.id}`,
    { active: false },
    { authorization },
  )
  expect(stopped).toMatchObject({ status: 200, body: { state: 'stopped' } })

  expect((await client.send('GET', '/api/alerts/subscriptions')).status).toBe(401)
  const forged = { authorization: `${authorization.slice(0, -4)}AAAA` }
  expect((await client.send('GET', '/api/alerts/subscriptions', undefined, forged)).status).toBe(401)
})

test('only a proof of the address overrules what its owner stopped: a stranger is sent to the mailbox', async () => {
  const park = await client.parkNamed(/Magic Kingdom/)
  const email = aVisitor('overruled')
  await activateAlerts(client, email, park)
  const mail = await client.nextMessage(email, (message) => /manage-alerts\?token=/.test(message.text))
  const authorization = `Bearer ${tokenInLink(mail, '/manage-alerts')}`
  const subscription = () =>
    eventually(async () => {
      const { body } = await client.send('GET', '/api/alerts/subscriptions', undefined, { authorization })
      return Array.isArray(body) ? (body as { id: string; state: string }[])[0] : undefined
    })
  const { id } = await subscription()
  await client.send('PATCH', `/api/alerts/subscriptions/${id}`, { active: false }, { authorization })
  const tomorrow = new Date(Date.parse(todayIn(park.timezone)) + 86_400_000).toISOString().slice(0, 10)
  const ask = (dates: string[], headers?: Record<string, string>) =>
    client.send(
      'POST',
      '/api/billing/activations',
      { email, parkId: park.id, dates, promoCode: 'FREEDAY' },
      headers,
    )

  // The same request within the minute of its link, so that nothing but the answer comes of it.
  const byStranger = await ask([todayIn(park.timezone)])
  expect(byStranger).toMatchObject({ status: 202, body: { status: 'confirmation-sent' } })
  expect(await subscription()).toMatchObject({ state: 'stopped' })

  const byOwner = await ask([tomorrow], { authorization })
  expect(byOwner).toMatchObject({ status: 202, body: { status: 'active' } })
  await eventually(async () => (await subscription()).state === 'active')
})

test('one click on unsubscribe ends the mails', async () => {
  const park = await client.parkNamed(/EPCOT/)
  const email = aVisitor('leaves')
  const [ride] = await threeLongWaits(client, park.id)
  await activateAlerts(client, email, park)
  const visitor = await openManageLink(client, email)
  const welcome = await client.nextMessage(email, (message) => /\/u\//.test(message.text))
  const path = /https?:\/\/[^/\s]+(\/u\/[\w.~-]+)/.exec(welcome.text)?.[1] ?? ''

  expect((await client.send('GET', path)).status).toBe(200)
  const left = await client.send('POST', path, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(left.status).toBe(200)

  await ride.becomeShort()
  await eventually(async () =>
    (await visitor.history()).some(({ rideId, state }) => rideId === ride.rideId && state === 'suppressed'),
  )
  expect((await client.messagesTo(email)).filter(({ text }) => text.includes(ride.name))).toEqual([])
})

test('today in the park is today for a visitor anywhere', async () => {
  const park = await client.parkNamed(/Hollywood/)
  const yesterday = new Date(Date.parse(todayIn(park.timezone)) - 86_400_000).toISOString().slice(0, 10)

  const refused = await client.send('POST', '/api/billing/activations', {
    email: aVisitor('late'),
    parkId: park.id,
    dates: [yesterday],
    promoCode: 'FREEDAY',
  })
  expect(refused).toMatchObject({ status: 422, body: { code: 'date-in-past' } })
})
