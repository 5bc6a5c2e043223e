import type { Mail, News } from '../faults/promise.ts'
import { activateAlerts, aVisitor, eventually, isAlert, type WalkonClient } from './walkon-client.ts'

const LONG_WAIT = 90
const SHORT_WAIT = 10
const VISITORS_OF_A_PARK = 4

export type FallingRide = { rideId: string; name: string; parkId: string; visitors: string[] }

/** Rides with long waits in several parks, one of each park after the other, and their visitors with alerts on. */
export async function openParks(client: WalkonClient, names: RegExp[]): Promise<FallingRide[]> {
  const parks: FallingRide[][] = []
  for (const name of names) parks.push(await openPark(client, name))
  return Array.from({ length: Math.max(...parks.map(({ length }) => length)) }, (_, index) =>
    parks.flatMap((rides) => rides[index] ?? []),
  ).flat()
}

/** Gives a ride a short wait, which it keeps. */
export async function letFall(client: WalkonClient, { rideId, name, visitors }: FallingRide): Promise<News> {
  // The way to the sandbox may be down itself.
  await eventually(async () => {
    const { status } = await client.pinRide(rideId, { status: 'OPERATING', waitMinutes: SHORT_WAIT })
    return status === 200
  })
  return { kind: 'ride', words: name, since: new Date(), visitors: [...visitors] }
}

/** Takes rides that have not fallen before, and lets them fall. They stay short. */
export async function letNextFall(
  client: WalkonClient,
  rides: FallingRide[],
  count: number,
): Promise<News[]> {
  const falling = rides.splice(0, count)
  if (falling.length < count) throw new Error('No ride is left that could fall')
  return Promise.all(falling.map((ride) => letFall(client, ride)))
}

/** The alerts to these visitors that the mail provider accepted, by its own ledger. */
export async function alertsTo(client: WalkonClient, visitors: Iterable<string>): Promise<Mail[]> {
  const sent = await Promise.all([...visitors].map((visitor) => client.messagesTo(visitor)))
  return sent
    .flat()
    .filter(isAlert)
    .map(({ to, text, sentAt }) => ({ to, text, sentAt: new Date(sentAt) }))
}

/** Visitors with alerts on for a park whose rides all have long waits. */
async function openPark(client: WalkonClient, name: RegExp): Promise<FallingRide[]> {
  const park = await client.parkNamed(name)
  const board = await eventually(async () => {
    const rides = await client.board(park.id)
    return rides.length > 0 && rides
  })
  await Promise.all(
    board.map(({ rideId }) => client.pinRide(rideId, { status: 'OPERATING', waitMinutes: LONG_WAIT })),
  )
  await eventually(async () =>
    (await client.board(park.id)).every(({ waitMinutes }) => waitMinutes === LONG_WAIT),
  )
  const emails = Array.from({ length: VISITORS_OF_A_PARK }, () => aVisitor('falls'))
  await Promise.all(emails.map((email) => activateAlerts(client, email, park)))
  const names = board.map((ride) => ride.name)
  return board
    .filter((ride) => names.filter((other) => other.includes(ride.name)).length === 1)
    .map(({ rideId, name: rideName }) => ({ rideId, name: rideName, parkId: park.id, visitors: [...emails] }))
}
