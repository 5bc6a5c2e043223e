import { createMemoryCache } from '@walkon/service/memory-cache'
import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, createTestBilling, NOON, postTo, TODAY, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling({
  PROMO_GUESSES_PER_CLIENT: '1000',
  ACTIVATION_MAILS_PER_CLIENT: '1000',
})
const { clock, later, parkId } = billing
const { accounts } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const ACTIVE = { status: 'active' }

const ask = (app: typeof billing.app, remoteAddress: string) =>
  postTo(
    app,
    '/activations',
    { email: anAddress(), parkId, dates: [TODAY], promoCode: 'FREEDAY' },
    { remoteAddress },
  )

test('429: a network requests a limited number of mails in five minutes, counted over all replicas', async () => {
  const cache = createMemoryCache()
  const env = { ACTIVATION_MAILS_PER_CLIENT: '2' }
  const [one, two] = [billing.build({ cache, env }), billing.build({ cache, env })]
  const statuses: number[] = []
  for (const [app, address] of [
    [one.app, '2001:db8:1:2::1'],
    [two.app, '2001:db8:1:2::2'],
    [two.app, '2001:db8:1:2::3'],
    [two.app, '2001:db8:9:9::1'],
  ] as const)
    statuses.push((await ask(app, address)).statusCode)

  expect(statuses).toEqual([202, 202, 429, 202])
  later(5)
  expect((await ask(one.app, '2001:db8:1:2::1')).statusCode).toBe(202)
  await Promise.all([one.app.close(), two.app.close()])
})

test('202: a request with a proof does not count towards the mail limit of its network', async () => {
  const { app } = billing.build({ env: { ACTIVATION_MAILS_PER_CLIENT: '1' } })
  await ask(app, '203.0.113.9')
  const email = anAddress()
  const body = { email, parkId, dates: [TODAY], promoCode: 'FREEDAY' }

  const response = await postTo(app, '/activations', body, {
    remoteAddress: '203.0.113.9',
    headers: accounts.headersFor({ email }),
  })

  expect(response.json()).toEqual(ACTIVE)
  await app.close()
})

test('activation mails are counted by outcome, for an alarm on their total', async () => {
  const { app, metrics } = billing.build({ env: { ACTIVATION_MAILS_PER_CLIENT: '4' } })
  const body = { email: anAddress(), parkId, dates: [TODAY], promoCode: 'FREEDAY' }
  for (const dates of [[TODAY], [TODAY], [TOMORROW], [TODAY], [TODAY]])
    await postTo(app, '/activations', { ...body, dates })

  const { values } = await metrics.getSingleMetric('activation_mail_requests_total')!.get()
  expect(values.map(({ labels, value }) => [labels['outcome'], value])).toEqual([
    ['sent', 1],
    ['repeated', 2],
    ['address-limited', 1],
    ['client-limited', 1],
  ])
  await app.close()
})
