import { gateKey, GATE_KEY_HEADER } from '@walkon/contracts/http/gates'
import { pushKey } from '@walkon/contracts/http/push'
import { alertableRestaurants } from '@walkon/contracts/http/restaurant-alerts'
import { z } from 'zod'
import { createAccount, PASSWORD } from './accounts.ts'
import { buyTheRest } from './canary-purchases.ts'
import { createAsk, LARGE_PARTY } from './companion-visitor.ts'
import { threeLongWaits } from './long-waits.ts'
import { openManageLink } from './manage-link.ts'
import { parkInTheDay } from './park-in-the-day.ts'
import { aNumber, buyTexts, isTextsOn } from './texts.ts'
import { activateAlerts, aNetwork, aVisitor, eventually, type WalkonClient } from './walkon-client.ts'

const NAME = 'Canary Wish'

export type CanaryDay = {
  /** No log, metric or span may have these. */
  secrets: string[]
  /** No span may have these either. */
  unnamed: string[]
}

/**
 * One visitor signs up, orders, is told by mail, text, push and webhook, watches a table and a fare, pays a Lightning Lane day and the plan,
 * applies as an affiliate, reads the newsletter and is refused the desk.
 */
export async function spendCanaryDay(client: WalkonClient, baseUrl: string): Promise<CanaryDay> {
  const must = createMust(client)
  const [email, texted, phone] = [aVisitor('canary'), aVisitor('canary-texts'), aNumber()]
  const account = await createAccount(client, baseUrl, email, NAME)
  const { userId, authorization } = account
  const signedIn = { authorization }
  const gates = await openGates(must)
  const park = await parkInTheDay(client)
  const rides = await threeLongWaits(client, park.id)
  const [ride] = rides
  await activateAlerts(client, email, park)
  const { token, headers, watchOnly } = await openManageLink(client, email)
  await watchOnly(rides)
  const endpoint = await addDevice(must, headers)
  await turnTextsOn(client, must, { email: texted, phone, park })

  const restaurantName = await watchTable(must, park.id, email, { ...signedIn, ...gates })
  const ask = createAsk(client, email, account, gates)
  const bought = await buyTheRest(client, ask, { email, name: NAME, phone, park })
  const fare = { homeAirport: 'BOS', destinationPark: 'disney-world', airport: 'MCO', maxPrice: 300 }
  await must('POST', '/api/flights/alerts', { ...fare, email, departureDate: inDays(119) }, signedIn)
  await must('POST', '/api/notifications/newsletter', { email: texted })
  const reference = await findReference(client, texted)
  for (const [service, search] of [
    ['identity', { kind: 'email', text: email }],
    ['billing', { kind: 'reference', text: reference.replace('-', '') }],
  ] as const) {
    const refused = await client.send('POST', `/api/${service}/visitors/find`, search, signedIn)
    if (refused.status !== 403) throw new Error('A visitor was let to the desk')
  }

  await ride.becomeShort()
  const isAboutRide = ({ text, subject }: { text: string; subject: string | null }) =>
    `${subject} ${text}`.includes(ride.plainWords)
  await eventually(async () => (await listPushes(must)).some(isAboutRide))
  await eventually(async () => (await client.messagesTo(phone, 'sms')).some(isAboutRide))

  const mails = [...(await client.messagesTo(email)), ...(await client.messagesTo(texted))]
  const tokens = mails.flatMap(({ text, html }) =>
    [...`${text} ${html ?? ''}`.matchAll(/(?:token=|\/u\/)([\w.~-]{16,})/g)].map(([, mailed = '']) => mailed),
  )
  return {
    secrets: [
      email,
      texted,
      phone.slice(1),
      PASSWORD,
      NAME,
      token,
      authorization,
      endpoint,
      reference,
      ...bought,
      ...tokens,
    ],
    unnamed: [userId, park.id, park.name, restaurantName, ...rides.flatMap((one) => [one.rideId, one.name])],
  }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Must = ReturnType<typeof createMust>

/** Throws for a refusal. */
const createMust =
  (client: WalkonClient) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await client.send(method, path, body, headers)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }

/** A phone at the sandbox's push service. Returns its endpoint. */
async function addDevice(must: Must, headers: Record<string, string>): Promise<string> {
  const { publicKey } = pushKey.parse(await must('GET', '/api/notifications/push/key'))
  const device = { applicationServerKey: publicKey, name: 'Canary phone' }
  const subscription = z
    .looseObject({ endpoint: z.string() })
    .parse(await must('POST', '/sandbox/devices', device))
  await must('POST', '/api/notifications/devices', { ...subscription, name: 'Canary phone' }, headers)
  return subscription.endpoint
}

const listPushes = async (must: Must) =>
  z
    .array(z.object({ text: z.string(), subject: z.string().nullable() }))
    .parse(await must('GET', '/sandbox/messages?channel=push'))

type Texted = { email: string; phone: string; park: { id: string; timezone: string } }

async function turnTextsOn(client: WalkonClient, must: Must, { email, phone, park }: Texted): Promise<void> {
  await buyTexts(client, email, phone, { park })
  const texts = () => client.messagesTo(phone, 'sms')
  const question = await eventually(async () =>
    (await texts()).find(({ text }) => text.includes('Reply YES')),
  )
  await must('POST', `/sandbox/messages/${question.id}/replies`, { text: 'YES' })
  await eventually(async () => (await texts()).some(({ text }) => isTextsOn(text)))
}

/** The number of the order, as a mail names it. */
const findReference = (client: WalkonClient, email: string): Promise<string> =>
  eventually(async () => {
    const texts = (await client.messagesTo(email)).map(({ text }) => text)
    return texts
      .map((text) => /Order(?: number)?\W+([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(text)?.[1])
      .find((found) => found !== undefined)
  })

async function openGates(must: Must): Promise<Record<string, string>> {
  const path = '/api/planner/gates/keys'
  const { key } = gateKey.parse(await must('POST', path, { password: 'walk-right-in' }, aNetwork()))
  return { [GATE_KEY_HEADER]: key }
}

/** Returns the name of the restaurant. */
async function watchTable(
  must: Must,
  parkId: string,
  email: string,
  headers: Record<string, string>,
): Promise<string> {
  const path = `/api/planner/parks/${parkId}/restaurants`
  const { restaurant, today } = await eventually(async () => {
    const { restaurants, today: day } = alertableRestaurants.parse(
      await must('GET', path, undefined, headers),
    )
    return restaurants[0] && { restaurant: restaurants[0], today: day }
  })
  const wish = {
    restaurantId: restaurant.id,
    dates: [today],
    email,
    partySize: LARGE_PARTY,
    preferredTime: 'any',
  }
  await must('POST', '/api/planner/restaurant-alerts', wish, headers)
  return restaurant.name
}
