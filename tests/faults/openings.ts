import { DESTINATIONS, flightAlert } from '@walkon/contracts/http/flights'
import { toClock, toParkDate } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { usDate } from '@walkon/contracts/us-date'
import postgres from 'postgres'
import { z } from 'zod/mini'
import { aCompanionVisitor, LARGE_PARTY, offerFare, offerReturnTime } from '../support/companion-visitor.ts'
import { eventually, type Answer, type WalkonClient } from '../support/walkon-client.ts'
import type { Mail, News } from './promise.ts'

/** Tables, return times and fares that open for two visitors, one after the other. Each opening has words of its own. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const FIRST_TABLE = Date.parse('1970-01-01T11:00Z')

const watched = z.object({ items: z.array(z.pick(flightAlert, { id: true })) })

/** Two visitors of the same park with a paid day, who wait for the same. */
export async function startCompanions(client: WalkonClient, baseUrl: string, operatorUrl: string) {
  const visitors = [await aCompanionVisitor(baseUrl), await aCompanionVisitor(baseUrl)]
  const [{ park, wanted }] = visitors as [(typeof visitors)[0], ...typeof visitors]
  const emails = visitors.map(({ email }) => email)
  const sql = postgres(operatorUrl, { max: 1, onnotice: () => {} })
  const news = (kind: News['kind'], words: string): News => ({
    kind,
    words,
    since: new Date(),
    visitors: emails,
  })

  return {
    rideIds: wanted.map(({ rideId }) => rideId),
    mails: (): Promise<Mail[]> => mailsTo(client, emails),
    openTable: await createTables(client, visitors, news),
    openReturnTime: createReturnTimes(client, { sql, timezone: park.timezone, wanted }, news),
    openFare: createFares(client, visitors, news),
    /** A check that Duffel failed is made again after a quarter of an hour: it is due now. */
    async makeRetriesDue(): Promise<void> {
      await sql`
        update flights.watched_trips set check_at = now()
        where checked_at is null and check_at > now() + interval '1 minute'`
    },
    close: () => sql.end(),
  }
}

export type Companions = Awaited<ReturnType<typeof startCompanions>>
type Visitor = Awaited<ReturnType<typeof aCompanionVisitor>>
type ToNews = (kind: News['kind'], words: string) => News

/** The product, or the way to the sandbox, may be down itself. */
const persistently = (send: () => Promise<Answer>) => eventually(async () => (await send()).status < 300)

/** A table more at the same restaurant and on the same day, which the provider of reservations shows from then on. */
async function createTables(client: WalkonClient, visitors: Visitor[], news: ToNews) {
  const [{ park, wanted }] = visitors as [Visitor]
  const [{ restaurantId, restaurantName }] = wanted
  const date = toParkDate(new Date(Date.now() + 3 * DAY_MS), park.timezone)
  const tables: { time: string; partySize: number }[] = []
  const offer = () => client.send('PUT', `/sandbox/restaurants/${restaurantId}`, { tables })
  await persistently(offer)
  for (const { ask, email } of visitors) {
    const alert = { restaurantId, dates: [date], email, partySize: LARGE_PARTY, preferredTime: 'any' }
    await ask('POST', '/planner/restaurant-alerts', alert)
  }
  return async (): Promise<News> => {
    const at = new Date(FIRST_TABLE + 5 * MINUTE_MS * tables.length)
    tables.push({ time: `${date}T${at.toISOString().slice(11, 16)}`, partySize: LARGE_PARTY })
    await persistently(offer)
    return news('table', `${oneLine(restaurantName, 50)}: ${toClock(at, 'UTC')} on ${usDate(date)}`)
  }
}

/** One ride has a return time and the other none, by turns. */
function createReturnTimes(
  client: WalkonClient,
  { sql, timezone, wanted }: { sql: postgres.Sql; timezone: string; wanted: Visitor['wanted'] },
  news: ToNews,
) {
  const firstStart = Date.now() + 60 * MINUTE_MS
  let count = 0
  return async (): Promise<News> => {
    const [opening, closing] = count % 2 === 0 ? wanted : wanted.toReversed()
    const startsAt = new Date(firstStart + count * MINUTE_MS)
    count += 1
    if (!opening || !closing) throw new Error('Two rides take turns')
    // In place of the half hour in which a preference is told once.
    await sql`
      update planner.lane_preferences set told_at = told_at - interval '31 minutes'
      where ride_id = ${opening.rideId}`
    await persistently(() => offerReturnTime(client, closing.rideId, false))
    await persistently(() => offerReturnTime(client, opening.rideId, true, startsAt))
    return news('return time', `${opening.rideName}: a return time opened, ${toClock(startsAt, timezone)}`)
  }
}

/** A day more whose fare is low enough. An address has ten alerts at most, so those of before are deleted. */
function createFares(client: WalkonClient, visitors: Visitor[], news: ToNews) {
  let days = 100
  return async ({ isFirst }: { isFirst: boolean }): Promise<News> => {
    days += 1
    const departure = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
    await persistently(() => offerFare(client, departure))
    const words = `${DESTINATIONS['disney-world'].name}, ${usDate(departure)}`
    const told = news('fare', `$280: BOS to ${words}`)
    for (const { ask, watchFare } of visitors) {
      if (isFirst)
        for (const { id } of watched.parse(await ask('GET', '/flights/alerts')).items)
          await ask('DELETE', `/flights/alerts/${id}`)
      await eventually(async () => {
        await watchFare(departure)
        return true
      })
    }
    return told
  }
}

async function mailsTo(client: WalkonClient, emails: string[]): Promise<Mail[]> {
  const sent = await Promise.all(emails.map((email) => client.messagesTo(email)))
  return sent
    .flat()
    .map(({ to, subject, text, sentAt }) => ({ to, text: `${subject}\n${text}`, sentAt: new Date(sentAt) }))
}
