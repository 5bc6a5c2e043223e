import { passMoved } from '@walkon/contracts/events/billing'
import { justNow } from '@walkon/testing/events'
import { heard, type Heard } from '@walkon/testing/service'
import { passIdOf } from './evaluator.ts'
import { createSubscriptionCalls, type App } from './subscriptions.ts'

export const OLD = 'ada@example.com'
export const NEW = 'lovelace@example.com'
export const OUTSIDER = 'oscar@example.com'

/** PassMoved as billing publishes it, for each of the passes. */
export const movesOf = (passes: Heard[], email = NEW, changedAt = justNow().toISOString()) => {
  const passIds = passes.map(passIdOf)
  return passIds.map((passId) => heard(passMoved, { passId, email, passIds, changedAt }))
}

type Alerted = { email: string; recipients: { address: string }[] }

/** Returns each alert's owner and its recipients. */
export const addressesOf = (alerts: Alerted[]) =>
  alerts.map(({ email, recipients }) => [email, ...recipients.map(({ address }) => address)])

/** Requests of an address's visitor about its one subscription. */
export function createOwnerCalls(app: App) {
  const { change, choose, list } = createSubscriptionCalls(app)
  const find = async (email: string) => (await list(email))[0]
  return {
    list,
    choose: async (email: string, choices: object[]) =>
      void (await choose(String((await find(email))?.id), choices, email)),
    switchOff: async (email: string) =>
      void (await change(String((await find(email))?.id), { active: false }, email)),
    /** The rides that the subscription watches, with their thresholds. */
    choicesOf: async (email: string) => {
      const watched = (await find(email))?.watches.filter(({ active }) => active) ?? []
      return watched.map(({ rideId, thresholdMinutes, onReopen }) => ({ rideId, thresholdMinutes, onReopen }))
    },
  }
}
