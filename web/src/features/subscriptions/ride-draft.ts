import type { SubscriptionView, WatchChoice } from '@walkon/contracts/http/alerts'
import { named } from '@walkon/contracts/named'
import { thresholdMinutes, watchLimit } from '@walkon/contracts/values'
import { array, boolean, object, optional, string } from 'zod/mini'
import { readDeviceJson, readDeviceValue, writeDeviceValue } from '../../lib/device-store.ts'
import { toChoice, withWatch } from './edits.ts'

/**
 * The rides that an account chose in a park without a pass yet. The browser keeps them (core, section 3), so that the form begins with
 * them. The order carries what the form shows.
 */
export type RideDraft = {
  selectedRideIds: string[]
  limits: Record<string, Limit>
  /** Unselect all was pressed in this park, so that nothing selects its rides again. */
  isCleared: boolean
}

type Limit = Omit<WatchChoice, 'rideId' | 'active'>

const NO_DRAFT: RideDraft = { selectedRideIds: [], limits: {}, isCleared: false }

const OWNER = 'email'
const PARK = 'alertPark'
const RIDES = 'selectedRideIds'
const DETAILS = 'walkon.ride-draft'
const CLEARED = 'walkon.cleared-parks'

const details = object({
  limits: named(
    object({
      thresholdMinutes: optional(thresholdMinutes),
      limit: optional(watchLimit),
      onReopen: optional(boolean()),
    }),
  ),
})

/** The parks in which the account has unselected all rides: unlike a choice, that is remembered for each of them (core, section 4). */
function readCleared(email: string): string[] {
  if (readDeviceValue(OWNER) !== email) return []
  const parks = array(string()).safeParse(readDeviceJson(CLEARED))
  return parks.success ? parks.data : []
}

/** The park that an account was about, also on an earlier day. */
export const readDraftPark = (email: string): string | null =>
  readDeviceValue(OWNER) === email ? readDeviceValue(PARK) : null

/** Nothing is chosen for another park or account than the one whose rides are kept. */
export function readRideDraft(email: string, parkId: string): RideDraft {
  const draft = { ...NO_DRAFT, isCleared: readCleared(email).includes(parkId) }
  if (readDraftPark(email) !== parkId) return draft
  const rides = array(string()).safeParse(readDeviceJson(RIDES))
  const rest = details.safeParse(readDeviceJson(DETAILS))
  return rides.success && rest.success ? { ...draft, selectedRideIds: rides.data, ...rest.data } : draft
}

export function writeRideDraft(email: string, parkId: string, draft: RideDraft): void {
  const { selectedRideIds, isCleared, ...rest } = draft
  const others = readCleared(email).filter((id) => id !== parkId)
  writeDeviceValue(OWNER, email)
  writeDeviceValue(PARK, parkId)
  writeDeviceValue(RIDES, JSON.stringify(selectedRideIds))
  writeDeviceValue(DETAILS, JSON.stringify(rest))
  writeDeviceValue(CLEARED, JSON.stringify(isCleared ? [...others, parkId] : others))
}

/** The choice as it is kept. One without any ride was cleared by hand. */
export function toRideDraft({ watches }: SubscriptionView): RideDraft {
  const choices = watches.map(toChoice)
  const selectedRideIds = choices.filter(({ active }) => active).map(({ rideId }) => rideId)
  return {
    selectedRideIds,
    limits: Object.fromEntries(
      choices.map(({ rideId, thresholdMinutes: minutes, limit, onReopen = false }) => [
        rideId,
        limit ? { limit, onReopen } : { thresholdMinutes: minutes, onReopen },
      ]),
    ),
    isCleared: selectedRideIds.length === 0,
  }
}

/** A park's rides as they were chosen. If nothing is chosen and nothing was cleared, all are (core, section 4). */
export function withRideDraft(
  park: SubscriptionView,
  { selectedRideIds, limits, isCleared }: RideDraft,
): SubscriptionView {
  const isUntouched = selectedRideIds.length === 0 && !isCleared
  return park.watches.reduce(
    (chosen, { rideId }) =>
      withWatch(chosen, rideId, {
        ...toShownLimit(limits[rideId]),
        active: isUntouched || selectedRideIds.includes(rideId),
      }),
    park,
  )
}

function toShownLimit({ thresholdMinutes: minutes, limit, onReopen = false }: Limit = {}) {
  return {
    ...(minutes !== undefined && { thresholdMinutes: minutes }),
    ...(limit && { limit }),
    onReopen,
  }
}
