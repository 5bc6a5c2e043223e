import { array, boolean, nullable, number, object, string } from 'zod/mini'
import { list } from './shape-list.ts'

/** Planner's data of a visitor, as the desk shows them. */

const text = string()
const maybe = nullable(string())

const restaurantAlert = object({
  id: text,
  restaurantName: text,
  parkName: text,
  timezone: text,
  dates: array(text),
  partySize: number(),
  preferredTime: text,
  createdAt: text,
  checkedAt: maybe,
  toldAt: maybe,
  endedAt: maybe,
  endedReason: maybe,
  /** Why nothing can be told of the restaurant. */
  pendingBecause: maybe,
})
const tableTelling = object({ alertId: text, toldAt: text })
const lanePreference = object({
  id: text,
  rideName: text,
  timezone: text,
  startTime: text,
  endTime: text,
  createdAt: text,
  heldOpeningAt: maybe,
  toldAt: maybe,
})
const laneInvitation = object({ sentAt: text, answeredAt: maybe, endedAt: maybe })
const laneDay = object({ startsAt: text, endsAt: text, isRevoked: boolean() })

/** The lists of planner's answer. */
export const companion = {
  restaurantAlerts: list(restaurantAlert),
  tableTellings: list(tableTelling),
  lanePreferences: list(lanePreference),
  laneInvitations: list(laneInvitation),
  laneDays: list(laneDay),
}
