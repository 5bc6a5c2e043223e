import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'
import { createTestPlans } from '../testing/plans.ts'

const LOOPBACK = 'http://127.0.0.1:8080'
const env = { RETURN_ORIGINS: `${LOOPBACK},https://www.walkon.example` }
const billing = await createTestCheckouts(env)
const plans = await createTestPlans(env)
afterEach(() => billing.clearFaults())
afterAll(async () => {
  await billing.close()
  await plans.close()
})

const from = (origin: string) => ({ headers: { origin } })
type Started = { sessionId: string; url: string }

/** The beginnings of the addresses to which a session of the payment page leads back. */
async function sitesOf(stripe: typeof billing.stripe, { json }: { json: () => unknown }) {
  const session = await stripe.checkout.sessions.retrieve((json() as Started).sessionId)
  return [session.success_url, session.cancel_url].map((url) => new URL(url ?? '').origin)
}

test.for(['get-alerts', undefined])(
  'a visitor at another address of ours comes back to it from the payment page (%s)',
  async (returnTo) => {
    const started = await billing.start({ returnTo }, from(LOOPBACK))

    expect(await sitesOf(billing.stripe, started)).toEqual([LOOPBACK, LOOPBACK])
  },
)

test('a visitor whose order costs nothing stays at the address where it was placed', async () => {
  const started = await billing.start({ promoCode: 'FREEDAY' }, from(LOOPBACK))

  expect(new URL(started.json<Started>().url).origin).toBe(LOOPBACK)
})

test.for([
  'https://elsewhere.example',
  'https://walkon.example.elsewhere.example',
  'http://127.0.0.1:8081',
  'https://127.0.0.1:8080',
  'http://127.0.0.1:8080/',
  'null',
  '',
])('the origin “%s”, which is none of ours, leads back to the product’s own address', async (origin) => {
  const started = await billing.start({}, from(origin))

  expect(await sitesOf(billing.stripe, started)).toEqual(['https://walkon.example', 'https://walkon.example'])
})

test('an order whose answer was lost at one address of ours can be paid from another', async () => {
  const email = anAddress()
  await billing.control('/faults', { provider: 'stripe', kind: 'error-after-accept', count: 100 })
  expect((await billing.start({ email })).statusCode).toBe(503)
  await billing.clearFaults()

  const again = await billing.start({ email }, from(LOOPBACK))
  expect(await sitesOf(billing.stripe, again)).toEqual([LOOPBACK, LOOPBACK])
})

test('plan, portal and Lightning Lane day lead back to the address of ours where they were asked for', async () => {
  const owner = plans.anOwner({ origin: LOOPBACK })
  expect(await sitesOf(plans.stripe, await owner.buyAssistDay())).toEqual([LOOPBACK, LOOPBACK])

  const page = await owner.buy()
  expect(await sitesOf(plans.stripe, page)).toEqual([LOOPBACK, LOOPBACK])
  await plans.pay(page.json<Started>().sessionId)
  const portal = await fetch((await owner.portal()).json<{ url: string }>().url)
  expect(await portal.text()).toContain(`href="${LOOPBACK}/plan?portal=1"`)
})
