import { confirmedActivation, type ConfirmedActivation } from '@walkon/contracts/http/activations'
import { parkDateAt } from '../../lib/park-time.ts'
import { readTabValue, writeTabValue } from '../../lib/tab-store.ts'

/** The confirmation of this tab, for the way back to the page and a reload. */
const KEY = 'walkon.confirmed'

/** West of every park: a day that is over there is over at each of them. */
const LAST_TO_END = 'Etc/GMT+12'

/** Without the key to the alerts, which is a secret. */
export function keepConfirmation(activation: ConfirmedActivation): void {
  writeTabValue(KEY, JSON.stringify({ ...activation, manageToken: null }))
}

/** Null where nothing was confirmed, all its days are over, or another version of the app has written it. */
export function readKeptConfirmation(now: Date): ConfirmedActivation | null {
  try {
    const kept = confirmedActivation.parse(JSON.parse(readTabValue(KEY) ?? 'null'))
    return kept.dates.some((date) => date >= parkDateAt(now, LAST_TO_END)) ? kept : null
  } catch {
    return null
  }
}
