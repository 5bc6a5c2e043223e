import { startedAssistDay } from '@walkon/contracts/http/assist-days'
import { laneOfferings, laneSale, laneSubscription } from '@walkon/contracts/http/lightning-lane'
import { alertableRestaurants } from '@walkon/contracts/http/restaurant-alerts'
import { toParkDate } from '@walkon/contracts/park-time'
import { usDate } from '@walkon/contracts/us-date'
import { createAccount, PASSWORD } from './accounts.ts'
import { parkInTheDay } from './park-in-the-day.ts'
import {
  aNetwork,
  aVisitor,
  createWalkonClient,
  eventually,
  tokenInLink,
  type WalkonClient,
} from './walkon-client.ts'

/** Larger than any table that the simulation offers by itself. */
export const LARGE_PARTY = 12

const [HOME_AIRPORT, WATCHED_AIRPORT] = ['BOS', 'MCO']

/** A fare of this day that is low enough for who watches it. */
export const offerFare = (client: WalkonClient, departDate: string) =>
  client.send('PUT', '/sandbox/fares', {
    origin: HOME_AIRPORT,
    destination: WATCHED_AIRPORT,
    departDate,
    priceCents: 28_000,
  })

const HOUR_MS = 3_600_000

/** What the feed shows of a ride's return times: none left, or one that begins in an hour. */
export function offerReturnTime(
  client: WalkonClient,
  rideId: string,
  isAvailable: boolean,
  startsAt = new Date(Date.now() + HOUR_MS),
) {
  const returnStart = startsAt.toISOString()
  const offered = isAvailable
    ? { state: 'AVAILABLE', returnStart, returnEnd: null }
    : { state: 'FINISHED', returnStart: null, returnEnd: null }
  return client.pinRide(rideId, {
    status: 'OPERATING',
    queues: { RETURN_TIME: offered, PAID_RETURN_TIME: null },
  })
}

/** What the feed shows of a restaurant: a walk-up table for the large party, or none. */
export const offerTable = (client: WalkonClient, restaurantId: string, isFree: boolean) =>
  client.send('PUT', `/sandbox/restaurants/${restaurantId}`, {
    walkUps: isFree ? [{ partySize: LARGE_PARTY, waitMinutes: 10 }] : [],
  })

/** A ride and a restaurant of the park, by their names in mails. */
export type Wanted = { rideId: string; rideName: string; restaurantId: string; restaurantName: string }

/** An account with a paid day that waits for the return times of two rides, and the tables of two restaurants, whose gates are open. */
export async function aCompanionVisitor(baseUrl: string) {
  const client = createWalkonClient(baseUrl)
  const park = await parkInTheDay(client)
  const email = aVisitor('companion')
  const account = await createAccount(client, baseUrl, email, 'Cleo Wish')
  const { userId } = account
  const ask = createAsk(client, email, account)
  const wanted = await listWanted(client, park.id)
  for (const { rideId, restaurantId } of wanted) {
    await offerReturnTime(client, rideId, false)
    await offerTable(client, restaurantId, false)
  }
  await connectLane(client, email, ask)
  await payDay(client, ask, park)
  await eventually(async () => {
    const answer = await ask('GET', `/planner/lightning-lane/offerings?parks=${park.id}`)
    const { offerings } = laneOfferings.parse(answer)
    return wanted.every(({ rideId }) => offerings.some((each) => each.rideId === rideId && !each.available))
  })
  // A ride can be wished for once its return times were read.
  for (const each of wanted) await want(client, ask, each, { parkId: park.id, email })

  return {
    userId,
    email,
    park,
    wanted,
    ask,
    ...createFareWatch(client, ask, email),
    open: async ({ rideId, restaurantId }: Wanted) => {
      await offerReturnTime(client, rideId, true)
      await offerTable(client, restaurantId, true)
    },
    /** The mails about them, once both have come and after polls in which further ones would have. */
    async mailsOf({ rideName, restaurantName }: Wanted) {
      const about = async (words: RegExp, name: string) =>
        (await client.messagesTo(email)).filter(
          ({ subject }) => words.test(subject ?? '') && subject?.includes(name),
        ).length
      const tables = () => about(/^Table for /, restaurantName)
      const returnTimes = () => about(/: a return time opened/, rideName)
      await eventually(async () => (await tables()) > 0 && (await returnTimes()) > 0)
      await client.polls(park.id)
      return { tables: await tables(), returnTimes: await returnTimes() }
    },
  }
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Asks as an account, which signs in again when its access token has run out. */
export function createAsk(
  client: WalkonClient,
  email: string,
  { auth, authorization: first }: Awaited<ReturnType<typeof createAccount>>,
  more: Record<string, string> = {},
): Ask {
  let authorization = first
  const send = (method: string, path: string, body: unknown) =>
    client.send(method, `/api${path}`, body, { authorization, ...aNetwork(), ...more })
  return async (method, path, body) => {
    let answer = await send(method, path, body)
    if (answer.status === 401) {
      const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      authorization = `Bearer ${data.session.access_token}`
      answer = await send(method, path, body)
    }
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
}

/** What an account does to be told of fares, and how often it was. */
export const createFareWatch = (client: WalkonClient, ask: Ask, email: string) => ({
  /** Asks for mails of fares of this day, which is checked at once. */
  watchFare: (departureDate: string) =>
    ask('POST', '/flights/alerts', {
      homeAirport: HOME_AIRPORT,
      destinationPark: 'disney-world',
      airport: WATCHED_AIRPORT,
      email,
      maxPrice: 300,
      departureDate,
    }),
  async countFareMails(departureDate: string): Promise<number> {
    const day = usDate(departureDate)
    return (await client.messagesTo(email)).filter(({ subject }) => subject?.includes(day)).length
  },
})

async function want(
  client: WalkonClient,
  ask: Ask,
  { rideId, restaurantId }: Wanted,
  { parkId, email }: { parkId: string; email: string },
): Promise<void> {
  await ask('POST', '/planner/lightning-lane/preferences', {
    attractionId: rideId,
    priority: 1,
    preferredTimeRange: { start: '00:00', end: '23:59' },
    maxPrice: null,
  })
  const { today } = await alertable(client, parkId)
  await ask('POST', '/planner/restaurant-alerts', {
    restaurantId,
    dates: [today],
    email,
    partySize: LARGE_PARTY,
    preferredTime: 'any',
  })
}

const alertable = async (client: WalkonClient, parkId: string) =>
  alertableRestaurants.parse((await client.send('GET', `/api/planner/parks/${parkId}/restaurants`)).body)

async function listWanted(client: WalkonClient, parkId: string): Promise<[Wanted, Wanted]> {
  const rides = await eventually(async () => {
    const open = (await client.board(parkId)).filter(({ status }) => status === 'OPERATING')
    return open.length > 1 && open
  })
  const restaurants = await eventually(async () => {
    const listed = (await alertable(client, parkId)).restaurants
    return listed.length > 1 && listed
  })
  const [first, second] = rides.slice(0, 2).flatMap(({ rideId, name }, index) => {
    const restaurant = restaurants[index]
    return restaurant
      ? [{ rideId, rideName: name, restaurantId: restaurant.id, restaurantName: restaurant.name }]
      : []
  })
  if (!first || !second) throw new Error('The park has no two rides and restaurants')
  return [first, second]
}

/** Connects an account with Lightning Lane by a mail that it invites itself with. */
export async function connectLane(client: WalkonClient, email: string, ask: Ask): Promise<void> {
  await ask('POST', '/planner/lightning-lane/invitations', { invitedEmail: email })
  const mail = await client.nextMessage(email, ({ text }) => text.includes('/connect-lightning-lane'))
  await ask('POST', '/planner/lightning-lane/invitations/answer', {
    token: tokenInLink(mail, '/connect-lightning-lane'),
  })
}

/** A day is sold once the park's return times were read. */
export async function payDay(
  client: WalkonClient,
  ask: Ask,
  { id: parkId, timezone }: { id: string; timezone: string },
): Promise<void> {
  const { saleKey } = await eventually(async () => {
    const sale = await ask('POST', '/planner/lightning-lane/sales', { parkId }).catch(() => null)
    return sale !== null && laneSale.parse(sale)
  })
  const day = { parkId, date: toParkDate(new Date(), timezone), saleKey }
  const { sessionId } = startedAssistDay.parse(await ask('POST', '/billing/assist-days/checkout', day))
  await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})
  await eventually(async () => {
    await ask('GET', '/billing/assist-day')
    return laneSubscription.parse(await ask('GET', '/planner/lightning-lane/subscription')).subscribed
  })
}
