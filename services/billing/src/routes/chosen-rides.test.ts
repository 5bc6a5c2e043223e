import { passRestored } from '@walkon/contracts/events/billing'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { anAddress, TODAY } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { activate, activateOwn, askForLink, buy, confirm, open, passesOf, published, start, stripe } = billing
afterAll(billing.close)

const rides = [randomUUID(), randomUUID(), randomUUID()].toSorted()
const [first = '', second = '', retired = ''] = rides
const { parkId } = await billing.addPark({
  parkId: randomUUID(),
  name: 'EPCOT',
  attractions: rides.map((rideId) => ({ rideId, name: 'A ride', retired: rideId === retired })),
})
const [chosen] = [[{ rideId: first, thresholdMinutes: 40, onReopen: true }]]
const tabKey = () => randomUUID()

test('201: the pass of a paid order has the rides that were chosen with it, also where the tab never comes back', async () => {
  const email = anAddress()
  const session = await open({ email, parkId, watches: chosen })

  await buy(session)

  expect(await passesOf(email)).toMatchObject([{ parkId, watches: chosen }])
})

test('202: the pass of a free order has the rides that were chosen with it, also where the link is opened elsewhere', async () => {
  const email = anAddress()
  const token = await askForLink({ email, parkId, watches: chosen })

  await confirm(token)

  expect(await passesOf(email)).toMatchObject([{ watches: chosen }])
})

test('202: the pass of a proven free order has the rides that were chosen with it', async () => {
  const email = anAddress()

  await activateOwn({ email, parkId, watches: chosen })

  expect(await passesOf(email)).toMatchObject([{ watches: chosen }])
})

test('201: an order without chosen rides makes a pass for all of the park', async () => {
  const email = anAddress()

  await buy(await open({ email, parkId }))

  expect((await passesOf(email))[0]).not.toHaveProperty('watches')
})

test('201: a tab that comes back from the payment page and chooses other rides has the same page, and gets those', async () => {
  const [email, key] = [anAddress(), tabKey()]
  const before = await open({ email, parkId, tabKey: key, watches: chosen })

  const after = await open({ email, parkId, tabKey: key, watches: [{ rideId: second }] })
  await buy(after)

  expect(after).toBe(before)
  expect(await passesOf(email)).toMatchObject([{ watches: [{ rideId: second }] }])
})

test('201: who shows no key of the tab changes no ride of an order that waits for its payment', async () => {
  const email = anAddress()
  const before = await open({ email, parkId, watches: chosen })

  const after = await open({ email, parkId, watches: [{ rideId: second }] })
  await buy(before)

  expect(after).not.toBe(before)
  expect(await passesOf(email)).toMatchObject([{ watches: chosen }])
})

test('202: a request for other rides does not change what an earlier link confirms', async () => {
  const email = anAddress()
  const token = await askForLink({ email, parkId, watches: chosen })
  billing.later(2)
  await activate({ email, parkId, watches: [{ rideId: second }] })

  await confirm(token)

  expect(await passesOf(email)).toMatchObject([{ watches: chosen }])
})

test.for<[string, object[], number, string]>([
  ['no ride', [], 400, 'invalid-request'],
  ['a ride twice', [{ rideId: first }, { rideId: first }], 400, 'invalid-request'],
  ['a limit of 4 minutes', [{ rideId: first, thresholdMinutes: 4 }], 400, 'invalid-request'],
  ['a ride of another park', [{ rideId: first }, { rideId: randomUUID() }], 422, 'unknown-ride'],
  ['a ride that the park has no more', [{ rideId: retired }], 422, 'unknown-ride'],
])('an order with %s is refused before anything is paid or mailed', async ([, watches, status, code]) => {
  const email = anAddress()
  const asked = { email, parkId, dates: [TODAY], watches }
  const sessions = (await stripe.checkout.sessions.list()).data.length

  const [paid, free] = [await start(asked), await activate(asked as never)]

  for (const refused of [paid, free]) {
    expect(refused.statusCode).toBe(status)
    expect(refused.json()).toMatchObject({ code })
  }
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(sessions)
  expect(await billing.linksTo(email)).toEqual([])
})

test('400: an empty choice is refused with the words of the pages', async () => {
  const refused = await start({ email: anAddress(), parkId, watches: [] })

  expect(refused.json()).toMatchObject({ errors: [{ path: 'watches', message: 'No Rides Selected' }] })
})

test('a pass that is given back after a dispute carries no choice', async () => {
  const email = anAddress()
  const session = await open({ email, parkId, watches: chosen })
  await buy(session)
  await billing.control(`/payments/${session}/dispute`, {})
  await billing.hearAbout(session)

  await billing.control(`/payments/${session}/dispute/close`, { outcome: 'won' })
  await billing.hearAbout(session)

  const [restored] = (await published(passRestored)).filter((pass) => pass.email === email)
  expect(restored).toMatchObject({ parkId })
  expect(restored).not.toHaveProperty('watches')
})
