import { planRegistered } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'

/** Answers billing, as `registerPasses` does. The version says to which coverage. */
export const registerPlans = (
  tx: Transaction,
  coverages: { planId: string; version: number }[],
): Promise<void> =>
  emit(
    tx,
    planRegistered,
    coverages.map(({ planId, version }) => ({ data: { planId, version } })),
  )
