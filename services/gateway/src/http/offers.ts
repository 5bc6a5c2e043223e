import { priceList } from '@walkon/contracts/http/billing'
import { flightOffers, notificationOffers } from '@walkon/contracts/http/offers'
import { OFFERS, type Offer } from '@walkon/contracts/offers'
import type { GatewaySettings } from '../config.ts'
import { readAnswer } from './read-answer.ts'

const FRESH_MS = 60_000
/** For a service that has never answered. */
const RETRY_MS = 1_000
const TIMEOUT_MS = 1_000

/** The parts of the product that this installation does without. */
export type Missing = ReadonlySet<Offer>

export type Offers = {
  /** As the services last said; nothing is missing before their first answers. Asks them again if that is due, and waits for no answer. */
  find: () => Missing
  /** After the first answers, or the second that they may take. */
  get: () => Promise<Missing>
}

type Settings = Pick<GatewaySettings, 'BILLING_URL' | 'FLIGHTS_URL' | 'NOTIFIER_URL' | 'HOME_FIGURES'>

/** Asks the owner of each setting at most once a minute. While a service is away, its last answer holds. */
export function createOffers(settings: Settings, now: () => number): Offers {
  const known: Partial<Record<Offer, boolean>> = { samples: settings.HOME_FIGURES === 'sample' }
  let missing: Missing = new Set(OFFERS.filter((offer) => known[offer] === false))
  let askedAtMs = Number.NEGATIVE_INFINITY
  let first: Promise<void> | undefined

  async function askAll(): Promise<void> {
    const answers = await Promise.allSettled([
      readAnswer(`${settings.BILLING_URL}/prices`, priceList, TIMEOUT_MS).then((sold) => ({
        payments: sold.takesPayments,
      })),
      readAnswer(`${settings.FLIGHTS_URL}/offers`, flightOffers, TIMEOUT_MS),
      readAnswer(`${settings.NOTIFIER_URL}/offers`, notificationOffers, TIMEOUT_MS),
    ])
    for (const answer of answers) if (answer.status === 'fulfilled') Object.assign(known, answer.value)
    const left = OFFERS.filter((offer) => known[offer] === false)
    // The same set for as long as it is right: pages are kept for it.
    if (left.join() !== [...missing].join()) missing = new Set(left)
    if (OFFERS.some((offer) => known[offer] === undefined)) askedAtMs = now() - FRESH_MS + RETRY_MS
  }

  function find(): Missing {
    if (now() - askedAtMs >= FRESH_MS) {
      askedAtMs = now()
      const asked = askAll()
      first ??= asked
    }
    return missing
  }

  return {
    find,
    async get() {
      find()
      await first
      return missing
    },
  }
}
