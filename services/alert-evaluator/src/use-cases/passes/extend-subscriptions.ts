import type { Transaction } from '@walkon/service/database'
import { lockParks } from '../../db/catalog.ts'
import {
  endPausesByPurchases,
  listPausedSubscriptions,
  lockVisitors,
  type Purchase,
} from '../../db/preferences/preferences.ts'
import { listKnownPasses, savePasses, type ActivatedPass } from '../../db/passes/passes.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { watchAllWhereNothingIsChosen } from '../../db/subscriptions/watches.ts'
import { addOrderedRides } from '../subscriptions/add-chosen-rides.ts'
import { announcePasses } from './announce-passes.ts'
import { publishQuietTimes } from '../preferences/publish-quiet-times.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

export type ExtensionDeps = { defaultThresholdMinutes: number; now: () => Date }

/** `activatedAt` is null for a pass that is given back: no purchase was made. A batch has passes of one kind. */
export type BoughtPass = ActivatedPass & { activatedAt: Date | null }

/**
 * Extends each buyer's subscription by the pass, with the rides chosen with its order. Watches all rides of the park if none was ever
 * chosen. A purchase switches the park on, and ends a pause for today if it is for today. A pass that is given back changes no choice.
 * An activation that is published again changes nothing: since the first one its visitor may have switched the park off, or moved.
 */
export async function extendSubscriptions(
  { defaultThresholdMinutes, now }: ExtensionDeps,
  tx: Transaction,
  heard: BoughtPass[],
): Promise<void> {
  await lockVisitors(
    tx,
    heard.map(({ email }) => email),
    'shared',
  )
  await lockParks(
    tx,
    heard.map(({ parkId }) => parkId),
  )
  const known = await listKnownPasses(
    tx,
    heard.map(({ passId }) => passId),
  )
  const passes = heard.filter(({ passId, activatedAt }) => activatedAt === null || !known.has(passId))
  const emails = passes.map(({ email }) => email)
  const switchesOn = passes.some(({ activatedAt }) => activatedAt !== null)
  const subscriptionIds = await savePasses(tx, passes, { switchesOn })
  if (subscriptionIds.length === 0) return
  const paused = await listPausedSubscriptions(tx, emails)
  await lockSubscriptions(tx, [...subscriptionIds, ...paused])
  if (paused.length > 0) {
    await endPausesByPurchases(tx, passes.flatMap(toPurchase))
    await publishQuietTimes(tx, emails, now())
  }
  if (switchesOn) await addOrderedRides(tx, { defaultThresholdMinutes }, passes)
  await watchAllWhereNothingIsChosen(tx, subscriptionIds, defaultThresholdMinutes)
  await rescheduleWatches(tx, [...new Set([...subscriptionIds, ...paused])])
  await announcePasses(tx, { subscriptionIds }, now())
}

const toPurchase = ({ email, parkId, activatedAt, windows }: BoughtPass): Purchase[] =>
  activatedAt === null
    ? []
    : windows.map(({ startsAt }) => ({ email, parkId, startsAt, activatedAt: activatedAt.toISOString() }))
