import type { Transaction } from '@walkon/service/database'
import { wakeSenders } from '../../db/deliveries/deliveries.ts'
import { deleteDeliveries } from '../../db/accounts/erasures.ts'
import { saveLastSeen } from '../../db/push/devices.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import { lockWaitingMails, releaseMails, replaceMails } from '../../db/deliveries/waiting-mails.ts'
import { keepOutcomes } from './keep-outcomes.ts'

/**
 * Follows changes of deliveries, in the transaction that changed them. Their ends are published. The first accepted push of the same alerts
 * replaces an email that waits for it. The email is released when the last push has ended without acceptance. Returns these transitions and
 * those that followed.
 */
export async function settle(tx: Transaction, transitions: Transition[]): Promise<Transition[]> {
  await keepOutcomes(tx, transitions)
  await forgetFarewells(tx, transitions)
  const pushes = transitions.filter(({ channel }) => channel === 'push')
  if (pushes.length === 0) return transitions
  const idsOf = (wanted: Transition['state']) =>
    pushes.flatMap(({ id, state }) => (state === wanted ? [id] : []))
  await saveLastSeen(tx, 'accepted', idsOf('accepted'))
  await saveLastSeen(tx, 'shown', idsOf('delivered'))
  return [...transitions, ...(await settleMails(tx, pushes))]
}

/** The address of a deleted account is kept no longer than its farewell takes. */
async function forgetFarewells(tx: Transaction, transitions: Transition[]): Promise<void> {
  const ended = transitions.filter(({ isFarewell, state }) => isFarewell && !UNDER_WAY.has(state))
  if (ended.length === 0) return
  await deleteDeliveries(
    tx,
    ended.map(({ id }) => id),
  )
}

async function settleMails(tx: Transaction, pushes: Transition[]): Promise<Transition[]> {
  const settled = pushes.filter(({ state }) => !UNDER_WAY.has(state))
  if (settled.length === 0) return []
  // Locked first: of two pushes that end at the same moment, the second then sees the end of the other.
  const waiting = await lockWaitingMails(tx, [...new Set(settled.map(({ sourceId }) => sourceId))])
  if (waiting.length === 0) return []
  const replaced = await replaceMails(tx, waiting)
  await keepOutcomes(tx, replaced)
  if ((await releaseMails(tx, waiting)) > 0) wakeSenders(tx)
  return replaced
}

const UNDER_WAY = new Set<Transition['state']>(['queued', 'sending', 'unknown'])
