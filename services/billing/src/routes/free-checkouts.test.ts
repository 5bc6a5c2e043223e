import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { afterAll, afterEach, expect, test } from 'vitest'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'
import { anAddress, NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { accounts, confirm, later, linksTo, open, passesOf, redemptionsOf, start, stateOf, stripe } = billing
const { tokenOfNewestLink } = billing
afterEach(() => void (billing.clock.now = NOON))
afterAll(billing.close)

const SMS = { channel: 'sms', phone: '(407) 555-0123' } as const

test('201: a promo code skips Stripe; the page says which mail to open, and the link makes it active', async () => {
  const email = anAddress()
  const response = await start({ email, promoCode: 'FREEDAY' })
  const { sessionId, url: page } = response.json<{ sessionId: string; url: string }>()

  expect(page).toBe(`https://walkon.example/subscription-success?session_id=${sessionId}&alert_type=email`)
  expect(await stateOf(sessionId)).toMatchObject({ status: 'open', totalCents: 0 })

  await confirm(await tokenOfNewestLink(email))
  expect(await stateOf(sessionId)).toMatchObject({ status: 'active' })
})

test('201: a code for text messages makes the SMS card free', async () => {
  const email = anAddress()
  const session = await open({ email, ...SMS, promoCode: 'SMSFREE' })
  await confirm(await tokenOfNewestLink(email))

  expect(await stateOf(session)).toMatchObject({ status: 'active', channel: 'sms' })
  expect(await passesOf(email)).toMatchObject([
    {
      email,
      recipient: { channel: 'sms', address: '+14075550123' },
      consent: { version: SMS_CONSENT.version },
      paid: false,
    },
  ])
})

/** The sessions at Stripe for an address. */
const sessionsOf = async (email: string) =>
  (await stripe.checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })).filter(
    ({ customer_email: of }) => of === email,
  )

test('201: a free order asks nothing of Stripe', async () => {
  const email = anAddress()
  await open({ email, promoCode: 'FREEDAY' })

  expect(await sessionsOf(email)).toEqual([])
})

test('201: where a day costs nothing, an order without a code is free, and its link makes it active', async () => {
  const { app } = billing.build({ env: { EMAIL_DAY_CENTS: '0' } })
  const email = anAddress()
  const payload = { email, parkId: billing.parkId, dates: [TODAY], channel: 'email' }

  const response = await app.inject({ method: 'POST', url: '/checkouts', payload })

  expect(response.statusCode).toBe(201)
  const { sessionId } = response.json<{ sessionId: string }>()
  expect(await stateOf(sessionId)).toMatchObject({ status: 'open', totalCents: 0 })
  await confirm(await tokenOfNewestLink(email))
  expect(await stateOf(sessionId)).toMatchObject({ status: 'active' })
  expect(await passesOf(email)).toMatchObject([{ paid: false }])
  await app.close()
})

test('201: a request that proves its address has a free order active at once, without a mail', async () => {
  const email = anAddress()
  const headers = accounts.headersFor({ email })

  const session = await open({ email, promoCode: 'FREEDAY' }, { headers })

  expect(await stateOf(session)).toMatchObject({ status: 'active' })
  expect(await linksTo(email)).toEqual([])
  expect(await passesOf(email)).toHaveLength(1)
})

test('201: a double click on a free order sends one mail, and both sessions become active', async () => {
  const email = anAddress()
  const order = { email, promoCode: 'FREEDAY' }

  const sessions = await Promise.all([open(order), open(order)])
  expect(await linksTo(email)).toHaveLength(1)
  await confirm(await tokenOfNewestLink(email))

  for (const session of sessions) expect(await stateOf(session)).toMatchObject({ status: 'active' })
  expect(await passesOf(email)).toHaveLength(1)
})

test('201: a double click with a proof of the address makes one pass and redeems the code once', async () => {
  const email = anAddress()
  const headers = accounts.headersFor({ email })
  const before = await redemptionsOf('FREEDAY')

  const sessions = await Promise.all([1, 2].map(() => open({ email, promoCode: 'FREEDAY' }, { headers })))

  for (const session of sessions) expect(await stateOf(session)).toMatchObject({ status: 'active' })
  expect(await passesOf(email)).toHaveLength(1)
  expect(await redemptionsOf('FREEDAY')).toBe((before ?? 0) + 1)
})

test('201: a double click with a proof of the address makes one pass of a code for one use', async () => {
  const email = anAddress()
  const from = { headers: accounts.headersFor({ email }) }
  await insertPromoCode(billing.db, { code: 'ONEUSE', channel: 'email', maxRedemptions: 1 })

  for (const click of [1, 2]) {
    const session = await open({ email, promoCode: 'ONEUSE' }, from)
    expect({ click, ...(await stateOf(session)) }).toMatchObject({ click, status: 'active' })
  }
  expect(await passesOf(email)).toHaveLength(1)
})

test('201: a request without a proof gets the same answer whether or not its address has confirmed the same order', async () => {
  const [confirmed, unknown] = [anAddress(), anAddress()]
  for (const email of [confirmed, unknown]) await open({ email, promoCode: 'FREEDAY' })
  await confirm(await tokenOfNewestLink(confirmed))

  const answers = await Promise.all(
    [confirmed, unknown].map(async (email) => {
      const session = await open({ email, promoCode: 'FREEDAY' })
      return [session.length, await stateOf(session)]
    }),
  )

  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.[1]).toMatchObject({ status: 'open' })
})

test('201: the session of an order that its address has confirmed before says expired when a link would have expired', async () => {
  const email = anAddress()
  await open({ email, promoCode: 'FREEDAY' })
  await confirm(await tokenOfNewestLink(email))
  const session = await open({ email, promoCode: 'FREEDAY' })
  later(24 * 60)

  expect(await stateOf(session)).toMatchObject({ status: 'expired' })
})

test('429: another free order for the address within the minute is refused, and places nothing', async () => {
  const email = anAddress()
  await open({ email, promoCode: 'FREEDAY' })

  const response = await start({ email, dates: [TODAY, TOMORROW], promoCode: 'FREEDAY' })

  expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
  expect(await linksTo(email)).toHaveLength(1)
})

test('429: a network asks for a limited number of mails, through checkouts too', async () => {
  const { app } = billing.build({ env: { ACTIVATION_MAILS_PER_CLIENT: '1' } })
  const ask = async () => {
    const payload = {
      email: anAddress(),
      parkId: billing.parkId,
      dates: [TODAY],
      channel: 'email',
      promoCode: 'FREEDAY',
    }
    return (await app.inject({ method: 'POST', url: '/checkouts', payload })).statusCode
  }

  expect([await ask(), await ask()]).toEqual([201, 429])
  await app.close()
})

test('201: a free order that is not confirmed in time says expired', async () => {
  const session = await open({ promoCode: 'FREEDAY' })
  later(24 * 60 + 1)
  await billing.runJob('expire-orders')

  expect(await stateOf(session)).toMatchObject({ status: 'expired' })
})

test('404: the session of a free order is unknown once its address is erased', async () => {
  const email = anAddress()
  const session = await open({ email, promoCode: 'FREEDAY' })

  await billing.userDeleted([email])

  expect(await stateOf(session)).toMatchObject({ status: 404, code: 'checkout-not-found' })
})
