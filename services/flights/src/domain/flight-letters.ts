import { DESTINATIONS, type DestinationPark } from '@walkon/contracts/http/flights'
import type { Letter } from '@walkon/contracts/letter'
import { usDate } from '@walkon/contracts/us-date'
import type { Price } from './deal.ts'

/** The letters of flight alerts. */

export type Watched = {
  homeAirport: string
  destinationPark: DestinationPark
  airport: string | null
  maxPrice: number
  departureDate: string
  returnDate: string | null
}

/**
 * Asks the address to confirm its alert. The link's page has a button, because mail scanners open links. An address that left the flight
 * alerts is led back to them first: the mails of the alert would not come.
 */
export function toConfirmationLetter(
  watched: Watched,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Letter {
  const turnOn = {
    label: 'Turn on my flight alert',
    path: `/confirm-flight-alert?token=${encodeURIComponent(token)}`,
  }
  return {
    ...frameOf(watched, 'confirm-flight-alert'),
    subject: `Confirm your flight alert, ${toRoute(watched)}`,
    preheader: 'One tap, and we look at the fares every day.',
    heading: 'Turn on your flight alert',
    paragraphs: [
      `We’ll look once a day for flights ${toTripWords(watched)}, and write when the cheapest is $${watched.maxPrice} or less.`,
    ],
    action: { ...turnOn, worksUntil: expiresAt.toISOString() },
    closing:
      'If you did not ask for this, do nothing. If you don’t turn it on, we won’t search or write again.',
    reason: 'You’re getting this because someone entered this address for a flight alert.',
    shortText: `Confirm your flight alert, ${toRoute(watched)}.`,
    whenUnsubscribed: {
      list: 'flights',
      subject: `Your flight alert is waiting for you, ${toRoute(watched)}`,
      heading: 'Your flight alert is waiting for you',
      paragraphs: [`Then turn on your alert for flights ${toTripWords(watched)}.`],
      further: [turnOn],
    },
  }
}

/** Another request came for an alert that is on. Its owner is told so, and nothing else has happened. */
export function toAlreadyOnLetter(watched: Watched, { manageToken }: { manageToken: string }): Letter {
  return {
    ...frameOf(watched, 'flight-alert-on'),
    subject: `Your flight alert is on already, ${toRoute(watched)}`,
    preheader: 'There’s nothing left to do.',
    heading: 'Your flight alert is on already',
    paragraphs: [
      `We look once a day for flights ${toTripWords(watched)}, and write when the cheapest is $${watched.maxPrice} or less.`,
    ],
    action: toAlertsLink(manageToken),
    reason: 'You’re getting this because someone entered this address for a flight alert that is on already.',
    shortText: `Your flight alert ${toRoute(watched)} is on already.`,
  }
}

export type Deal = {
  price: Price
  /** The cheapest fare when the alert was looked for first. */
  firstCents: number
  /** The price of the mail before. */
  toldCents: number | null
  manageToken: string
}

/** The cheapest fare is at or below what the visitor wants to pay. */
export function toDealLetter(watched: Watched, { price, firstCents, toldCents, manageToken }: Deal): Letter {
  const now = toDollars(price.cents)
  const before =
    toldCents === null
      ? firstCents > price.cents
        ? `When you set this alert, the cheapest was ${toDollars(firstCents)}.`
        : null
      : `We last emailed you at ${toDollars(toldCents)}. When you set this alert, the cheapest was ${toDollars(firstCents)}.`
  return {
    ...frameOf(watched, 'flight-deal'),
    subject: `${now}: ${toRoute(watched)}, ${toDays(watched)}`,
    preheader: `At or below your $${watched.maxPrice}.`,
    heading: `${now} to ${DESTINATIONS[watched.destinationPark].name}`,
    paragraphs: [
      `${now} with ${price.airline}, ${toStops(price.stops)}, ${toTripWords({ ...watched, airport: price.airport })}. That is for one traveler in economy${watched.returnDate ? ', there and back' : ''}.`,
      `You asked to hear of $${watched.maxPrice} or less.${before ? ` ${before}` : ''}`,
      'Fares change by the minute, so this one may be gone when you look. We’ll write again if it falls further, or meets your price again after days above it.',
    ],
    action: { label: 'See the flights', path: toSearchPath({ ...watched, airport: price.airport }) },
    further: [toAlertsLink(manageToken)],
    reason: `You’re getting this because you set a flight alert for ${toRoute(watched)}.`,
    shortText: `${now} from ${watched.homeAirport} to ${price.airport}, ${toDays(watched)}.`,
  }
}

/** The day of departure is over. */
export function toEndLetter(watched: Watched, { leastCents }: { leastCents: number | null }): Letter {
  return {
    ...frameOf(watched, 'flight-alert-ended'),
    subject: `Your flight alert has ended, ${toRoute(watched)}`,
    heading: 'Your flight alert has ended',
    paragraphs: [
      `The day of departure, ${usDate(watched.departureDate)}, has passed, so we no longer look for flights ${toTripWords(watched)}.`,
      leastCents === null
        ? 'We found no fare for it.'
        : `The cheapest we saw was ${toDollars(leastCents)}. You asked for $${watched.maxPrice} or less.`,
    ],
    action: { label: 'Set another alert', path: '/flight-deals' },
    reason: `You’re getting this because you set a flight alert for ${toRoute(watched)}.`,
    shortText: `Your flight alert ${toRoute(watched)} has ended.`,
  }
}

const toAlertsLink = (manageToken: string) => ({
  label: 'Your flight alerts',
  path: `/flight-alerts?token=${encodeURIComponent(manageToken)}`,
})

const frameOf = (watched: Watched, name: string) => ({
  kind: 'letter' as const,
  name,
  about: ['Flight alerts', `${toRoute(watched)}, ${toDays(watched)}`],
})

/** `BOS to Disney World (Florida)` */
const toRoute = ({ homeAirport, destinationPark }: Watched) =>
  `${homeAirport} to ${DESTINATIONS[destinationPark].name}`

const toDays = ({ departureDate, returnDate }: Watched) =>
  returnDate ? `${usDate(departureDate)} to ${usDate(returnDate)}` : usDate(departureDate)

function toTripWords(watched: Watched): string {
  const { homeAirport, airport, departureDate, returnDate, destinationPark } = watched
  const to = airport ?? DESTINATIONS[destinationPark].name
  const back = returnDate ? `, back on ${usDate(returnDate)}` : ''
  return `from ${homeAirport} to ${to} on ${usDate(departureDate)}${back}`
}

const toStops = (stops: number) => (stops === 0 ? 'direct' : stops === 1 ? '1 stop' : `${stops} stops`)

/** `$312.40`; `$312` for whole dollars. */
export const toDollars = (cents: number): string =>
  cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`

/** The page with this search in its address, which holds nothing personal. */
function toSearchPath({ homeAirport, destinationPark, airport, departureDate, returnDate }: Watched): string {
  const query = new URLSearchParams({
    from: homeAirport,
    to: destinationPark,
    ...(airport && { airport }),
    depart: departureDate,
    ...(returnDate && { return: returnDate }),
  })
  return `/flight-deals?${query.toString()}`
}
