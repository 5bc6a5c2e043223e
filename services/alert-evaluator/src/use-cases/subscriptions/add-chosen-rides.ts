import type { Transaction } from '@walkon/service/database'
import {
  addChoices,
  clearChoices,
  listUnchosen,
  saveWhetherAllAreChosen,
  type Choice,
} from '../../db/subscriptions/choices.ts'
import { listSubscriptionsByPass, type ActivatedPass } from '../../db/passes/passes.ts'
import { recordingChoices } from '../../db/subscriptions/visitor-changes.ts'

type ChoiceDeps = { defaultThresholdMinutes: number }

/**
 * Watches the rides that were chosen with these new passes. A subscription without a choice begins with them. One that has a choice gets
 * them beside it, and no ride is switched off (decisions, section 3).
 */
export async function addOrderedRides(
  tx: Transaction,
  deps: ChoiceDeps,
  newPasses: ActivatedPass[],
): Promise<void> {
  if (newPasses.every(({ watches }) => watches === undefined)) return
  const newPassIds = newPasses.map(({ passId }) => passId)
  const subscriptionOf = await listSubscriptionsByPass(tx, newPassIds)
  const choices = newPasses.flatMap(({ passId, watches }) => {
    const subscriptionId = subscriptionOf.get(passId)
    return watches && subscriptionId ? [{ subscriptionId, watches }] : []
  })
  await addChosenRides(tx, deps, choices, newPassIds)
}

/** The subscriptions are locked. */
export async function addChosenRides(
  tx: Transaction,
  { defaultThresholdMinutes }: ChoiceDeps,
  choices: Choice[],
  newPassIds: string[] = [],
): Promise<void> {
  const subscriptionIds = [...new Set(choices.map(({ subscriptionId }) => subscriptionId))]
  const unchosen = await listUnchosen(tx, subscriptionIds, newPassIds)
  const chosen = subscriptionIds.filter((id) => !unchosen.includes(id))
  await clearChoices(tx, unchosen)
  await recordingChoices(tx, chosen, () => addChoices(tx, choices, defaultThresholdMinutes))
  await saveWhetherAllAreChosen(tx, subscriptionIds)
}
