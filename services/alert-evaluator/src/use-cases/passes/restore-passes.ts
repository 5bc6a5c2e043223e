import type { Transaction } from '@walkon/service/database'
import { saveUnrevoked, type ActivatedPass } from '../../db/passes/passes.ts'
import { extendSubscriptions, type ExtensionDeps } from './extend-subscriptions.ts'

/**
 * Undoes the revocation of these passes: they have their windows again and owe a PassEnded, which comes at once where all windows are over. A pass
 * that was purged meanwhile is inserted again.
 */
export async function restorePasses(
  deps: ExtensionDeps,
  tx: Transaction,
  passes: ActivatedPass[],
): Promise<void> {
  await saveUnrevoked(
    tx,
    passes.map(({ passId }) => passId),
  )
  await extendSubscriptions(
    deps,
    tx,
    passes.map((pass) => ({ ...pass, activatedAt: null })),
  )
}
