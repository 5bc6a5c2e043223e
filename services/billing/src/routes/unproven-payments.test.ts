import { passActivated } from '@walkon/contracts/events/billing'
import { userConfirmed } from '@walkon/contracts/events/identity'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, linksFor, NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts, type CheckoutFields } from '../testing/checkouts.ts'

/** A payment proves no mailbox (decisions, section 5). */

const billing = await createTestCheckouts()
const { accounts, activateOwn, app, buy, clock, confirm, hear, later, open, passesOf, post } = billing
const { published, receiptsTo, runJob, stateOf, stripe, work } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const TAB = 'a-secret-of-this-tab-0123456789'

const lettersTo = async (email: string, name: string) =>
  (await published(notificationRequested)).filter(
    ({ recipient, notification }) => recipient.address === email && notification.name === name,
  )

async function linkTo(email: string): Promise<string> {
  const [letter] = await lettersTo(email, 'confirm-paid-alerts')
  const path = letter?.notification.kind === 'letter' ? letter.notification.action : undefined
  return /token=([\w-]+)/.exec(path && 'path' in path ? path.path : '')?.[1] ?? ''
}

/** An address that has something already, and a stranger's paid order for it. */
async function payAsStranger(fields: CheckoutFields = {}) {
  const email = anAddress()
  await activateOwn({ email })
  const session = await open({ email, ...fields })
  await buy(session)
  return { email, session }
}

const keyOf = (session: string, tabKey: string) => post(`/checkouts/${session}/key`, { tabKey })

async function paymentOf(session: string): Promise<string> {
  const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(session)
  if (typeof payment !== 'string') throw new Error('The session has no payment')
  return payment
}

const refundedOf = async (session: string) => {
  const { data } = await stripe.refunds.list({ payment_intent: await paymentOf(session) })
  return data.reduce((sum, { amount }) => sum + amount, 0)
}

test('200: a paid order for an address that has an order waits for a mailed link, and changes nothing before', async () => {
  const { email, session } = await payAsStranger()

  expect(await stateOf(session)).toMatchObject({ status: 'processing', waitsFor: 'confirmation' })
  expect(await passesOf(email)).toHaveLength(1)
  expect(await receiptsTo(email)).toEqual([])
  expect(await lettersTo(email, 'confirm-paid-alerts')).toHaveLength(1)
})

test('200: a paid order for the address of an account waits, though the account has bought nothing', async () => {
  const email = anAddress()
  const data = { userId: randomUUID(), email, confirmedAt: NOON.toISOString() }
  await hear([heard(userConfirmed, data)])
  const session = await open({ email })
  await buy(session)

  expect(await stateOf(session)).toMatchObject({ status: 'processing', waitsFor: 'confirmation' })
  expect(await passesOf(email)).toEqual([])
})

test('200: a paid order of the account itself is active at once', async () => {
  const email = anAddress()
  await activateOwn({ email })
  const session = await open({ email }, { headers: accounts.headersFor({ email }) })
  await buy(session)

  expect(await stateOf(session)).toMatchObject({ status: 'active' })
  expect(await passesOf(email)).toHaveLength(2)
})

test('200: a paid order for an address that has nothing is active at once', async () => {
  const email = anAddress()
  const session = await open({ email })
  await buy(session)

  expect(await stateOf(session)).toMatchObject({ status: 'active' })
})

test('the link begins the pass: the window of today starts then, and the receipt follows', async () => {
  const { email, session } = await payAsStranger({ dates: [TODAY] })
  later(90)

  expect((await confirm(await linkTo(email))).statusCode).toBe(200)

  const passes = (await published(passActivated)).filter((pass) => pass.email === email)
  expect(passes.at(-1)).toMatchObject({
    paid: true,
    windows: [{ date: TODAY, startsAt: clock.now.toISOString() }],
    confirmedByMailAt: clock.now.toISOString(),
  })
  expect(await receiptsTo(email)).toHaveLength(1)
  expect(await stateOf(session)).toMatchObject({ status: 'active' })
})

test('days that were over when the link was opened are paid back', async () => {
  const { email, session } = await payAsStranger({ dates: [TODAY, TOMORROW] })
  later(24 * 60)

  await confirm(await linkTo(email))
  await work()

  expect(await stateOf(session)).toMatchObject({ status: 'active', refund: { reason: 'days-over' } })
  expect(await refundedOf(session)).toBe(100)
})

test('410: an order whose link nobody opened by the end of its last day is paid back by itself, once, and its buyer is told', async () => {
  const { email, session } = await payAsStranger({ dates: [TODAY] })
  const link = await linkTo(email)
  later(17 * 60)
  await runJob('expire-orders')
  await work()
  await work()

  expect(await stateOf(session)).toMatchObject({ status: 'expired', refund: { reason: 'unconfirmed' } })
  expect(await refundedOf(session)).toBe(100)
  expect(await lettersTo(email, 'payment-returned')).toHaveLength(1)
  expect((await confirm(link)).statusCode).toBe(410)
  expect(await passesOf(email)).toHaveLength(1)
})

test('410: the link of an order whose payment went back turns nothing on', async () => {
  const { email, session } = await payAsStranger()
  await stripe.refunds.create({ payment_intent: await paymentOf(session) })
  await billing.hearAbout(session)

  expect((await confirm(await linkTo(email))).statusCode).toBe(410)
  expect(await passesOf(email)).toHaveLength(1)
})

test('200: the tab that paid gets a key to the park of its order, and no other tab does', async () => {
  const email = anAddress()
  const session = await open({ email, tabKey: TAB })
  expect((await keyOf(session, TAB)).statusCode).toBe(404)
  await buy(session)

  const { manageToken } = (await keyOf(session, TAB)).json<{ manageToken: string }>()
  expect(await linksFor('manage').open(manageToken, clock.now)).toMatchObject({
    email,
    parkId: billing.parkId,
  })
  expect((await keyOf(session, `${TAB}x`)).statusCode).toBe(404)
  later(61)
  expect((await keyOf(session, TAB)).statusCode).toBe(404)
})

test('404: the tab of a paid order that waits for its link gets no key', async () => {
  const { session } = await payAsStranger({ tabKey: TAB })

  expect((await keyOf(session, TAB)).statusCode).toBe(404)
})

test('403: the key of one park proves no address: an order with it is none of the address', async () => {
  const email = anAddress()
  const session = await open({ email, tabKey: TAB })
  await buy(session)
  const { manageToken } = (await keyOf(session, TAB)).json<{ manageToken: string }>()
  const headers = { authorization: `Bearer ${manageToken}` }

  const answer = await app.inject({
    method: 'POST',
    url: '/checkouts',
    headers,
    payload: { email, parkId: billing.parkId, dates: [TOMORROW], channel: 'email' },
  })

  expect(answer.json()).toMatchObject({ status: 403, code: 'opens-one-park' })
})

test('a stranger who asks for the same order from another tab is given a page of their own', async () => {
  const email = anAddress()
  const own = await open({ email, tabKey: TAB })

  expect(await open({ email, tabKey: TAB })).toBe(own)
  expect(await open({ email, tabKey: `${TAB}-of-a-stranger` })).not.toBe(own)
})
