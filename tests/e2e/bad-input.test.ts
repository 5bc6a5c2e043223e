import { destinationList } from '@walkon/contracts/http/parks'
import { SERVICES } from '@walkon/contracts/services'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { aVisitor, createWalkonClient, eventually, todayIn } from '../support/walkon-client.ts'

const client = createWalkonClient(inject('baseUrl'))
const park = await client.parkNamed(/Magic Kingdom/)
const today = todayIn(park.timezone)

const activation = (change: object = {}) => ({
  email: aVisitor('odd'),
  parkId: park.id,
  dates: [today],
  promoCode: 'FREEDAY',
  ...change,
})

const inYears = (years: number) => `${Number(today.slice(0, 4)) + years}-06-01`

const refusals: [what: string, body: unknown, status: number, code: string][] = [
  ['a park that there is not', activation({ parkId: randomUUID() }), 404, 'park-not-found'],
  ['a park id that is none', activation({ parkId: 'disney' }), 400, 'invalid-request'],
  ['a day long gone', activation({ dates: ['2001-01-01'] }), 422, 'date-in-past'],
  ['a day years ahead', activation({ dates: [inYears(20)] }), 422, 'date-too-far'],
  ['a day that the calendar lacks', activation({ dates: ['2027-02-30'] }), 400, 'invalid-request'],
  ['no day', activation({ dates: [] }), 400, 'invalid-request'],
  ['an address that is none', activation({ email: 'visitor' }), 400, 'invalid-request'],
  ['two addresses in one', activation({ email: 'a@b.example,c@d.example' }), 400, 'invalid-request'],
  ['a code that does not exist', activation({ promoCode: 'GUESS' }), 404, 'invalid-promo-code'],
  ['a code for another channel', activation({ promoCode: 'SMSFREE' }), 409, 'promo-code-wrong-channel'],
  ['a start time that is none', activation({ startTime: '25:00' }), 400, 'invalid-request'],
  ['a body that is no object', [], 400, 'invalid-request'],
  ['a body that is no JSON', '{"email":', 400, 'invalid-json'],
  ['a body of a megabyte', JSON.stringify({ email: 'x'.repeat(1024 * 1024) }), 413, 'body-too-large'],
]

test.for(refusals)('%s is refused with its own status and code', async ([, body, status, code]) => {
  expect(await client.send('POST', '/api/billing/activations', body)).toMatchObject({
    status,
    body: { code, status },
  })
})

test('a confirmation token that was never issued is refused', async () => {
  const refused = await client.send('POST', '/api/billing/activations/confirm', { token: 'x'.repeat(43) })
  expect(refused).toMatchObject({ status: 404, body: { code: 'confirmation-token-invalid' } })
})

test('unknown addresses answer 404, as JSON under /api', async () => {
  expect(await client.send('GET', '/api/nothing')).toMatchObject({
    status: 404,
    body: { code: 'route-not-found' },
  })
  expect(await client.send('GET', `/api/parks/${randomUUID()}`)).toMatchObject({
    status: 404,
    body: { code: 'park-not-found' },
  })
  expect((await client.send('GET', `/api/parks/${randomUUID()}/live`)).status).toBe(404)
})

test('a webhook without its secret changes nothing', async () => {
  expect((await client.send('POST', '/webhooks/postmark', { RecordType: 'Bounce' })).status).toBe(401)
})

test('probes, metrics and documents of the services cannot be reached from outside', async () => {
  const paths = Object.values(SERVICES).flatMap(({ address }) =>
    ['metrics', 'readyz', 'livez'].map((path) => `${address}/${path}`),
  )
  for (const path of ['/metrics', ...paths]) {
    const { body } = await client.send('GET', path)
    const shown = `${path} ${JSON.stringify(body)}`
    expect(shown).not.toContain('process_cpu')
    expect(shown).not.toMatch(/"status":"(ready|alive)"/)
  }
})

const badFeeds: [what: string, body: string][] = [
  ['HTML', '<html><body>502 Bad Gateway</body></html>'],
  ['cut off in the middle', '{"liveData":[{"id":"'],
  ['empty', ''],
  ['an error in a success', '{"success":false,"error":{"type":"NotFound","message":"Unknown entity"}}'],
  ['without a row', '{"liveData":[]}'],
]
const other = await client.parkNamed(/California Adventure/)
/** One destination for each bad feed, so that all are tested at once. */
const destinations = destinationList
  .parse((await client.send('GET', '/api/parks/destinations')).body)
  .filter(({ parks }) => parks.every(({ id }) => id !== other.id))

test.concurrent.for(badFeeds.map((feed, place) => [...feed, destinations[place]] as const))(
  'a feed that is %s leaves the board as it was, and the next good answer is shown',
  async ([, body, destination]) => {
    const shown = destination?.parks[0]?.id ?? ''
    const before = await eventually(async () => {
      await everyDestinationIsPolled()
      const board = await client.board(shown)
      return board.length > 3 ? board : undefined
    })
    const feed = `/sandbox/feed/${destination?.id}/live`
    await client.send('PUT', feed, body === '' ? undefined : body)
    await everyDestinationIsPolled()
    const board = await client.board(shown)
    expect(board.map(({ rideId }) => rideId).toSorted()).toEqual(
      before.map(({ rideId }) => rideId).toSorted(),
    )
    await client.send('DELETE', feed)

    const ride = before[0]?.rideId ?? ''
    await client.pinRide(ride, { status: 'OPERATING', waitMinutes: 85 })
    await eventually(
      async () => (await client.board(shown)).find(({ rideId }) => rideId === ride)?.waitMinutes === 85,
    )
  },
)
afterAll(() => client.releasePins())

/** A destination that nobody watches is polled a fifth as often as one whose board is asked for. */
const everyDestinationIsPolled = () => client.polls(other.id, 6)
