import type { NewWatch } from '@walkon/contracts/new-watches'
import type { ProblemText } from '../../lib/form-texts.ts'

export type OrderChannel = 'email' | 'sms'

/** The rides of an order from a ride: that ride, the big ones of its park, or all of them. */
export type ChosenRides = {
  parkId: string
  rideId: string
  rideName: string
  scope: 'ride' | 'big' | 'all'
  /** None: all of the park. */
  watches?: NewWatch[] | undefined
}

/** The visitor's entries so far. No failure empties it. */
export type Draft = {
  channel: OrderChannel
  email: string
  phone: string
  dates: string[]
  promoCode: string
  /** Park time, `hh:mm`, at which later days begin; midnight without it. */
  startTime?: string
  /** Set if the visitor came from a ride. Another park has other rides, and the choice does not count there. */
  rides?: ChosenRides | undefined
}

export type DraftField = 'parkId' | 'dates' | 'phone' | 'email' | 'promoCode'
export type DraftProblems = Partial<Record<DraftField, ProblemText>>

/** In the order of the form, so that the first problem is the topmost. */
export const FIELD_ORDER: DraftField[] = ['parkId', 'dates', 'phone', 'email', 'promoCode']
