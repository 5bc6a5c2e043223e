import type { ChecklistChange } from '@walkon/contracts/checklist-rule'
import { MAX_CHECKLIST_CHANGES, type Checklist } from '@walkon/contracts/http/checklist'
import { ApiError, type Caller } from '../../lib/api.ts'
import { sendChanges } from './queries.ts'
import { dropWaiting, onWaiting, parseWaiting, readWaiting, type WaitingChange } from './waiting-changes.ts'

/** Between two tries while the service cannot be reached; a device that is online again tries at once. */
const RETRY_MS = 5_000

export type SendingListener = {
  onReach: (isAway: boolean) => void
  /** The list after the changes, before they are dropped. */
  onSaved: (parkId: string, list: Checklist) => Promise<void>
  /** The service refused the changes, which are dropped. */
  onRefused: (parkId: string, kind: ChecklistChange['kind'], error: unknown) => void
}

/** Sends what waits, a park at a time and in order, until it is answered: sent twice it counts once. Returns how to stop. */
export function sendWaiting(caller: Caller, { onReach, onSaved, onRefused }: SendingListener): () => void {
  let isSending = false
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendAll(): Promise<void> {
    if (isSending) return
    isSending = true
    clearTimeout(timer)
    for (let batch = nextBatch(caller); batch[0] && !stopping.signal.aborted; batch = nextBatch(caller)) {
      const { parkId, kind } = batch[0]
      try {
        await onSaved(parkId, await sendChanges(caller, parkId, batch.map(toSent)))
      } catch (error) {
        if (isUnreachable(error)) {
          onReach(true)
          if (!stopping.signal.aborted) timer = setTimeout(retry, RETRY_MS)
          break
        }
        onRefused(parkId, kind, error)
      }
      onReach(false)
      dropWaiting(
        caller.key,
        batch.map(({ id }) => id),
      )
    }
    isSending = false
  }
  const retry = () => void sendAll()

  const stopHearing = onWaiting(retry)
  addEventListener('online', retry)
  retry()

  return () => {
    stopping.abort()
    clearTimeout(timer)
    stopHearing()
    removeEventListener('online', retry)
  }
}

/** Sends what waits, once. Answers how many changes could not be sent. */
export async function sendAllWaiting(caller: Caller): Promise<number> {
  for (let batch = nextBatch(caller); batch[0]; batch = nextBatch(caller)) {
    try {
      await sendChanges(caller, batch[0].parkId, batch.map(toSent))
    } catch (error) {
      if (isUnreachable(error)) return parseWaiting(readWaiting(caller.key)).length
    }
    dropWaiting(
      caller.key,
      batch.map(({ id }) => id),
    )
  }
  return 0
}

function nextBatch(caller: Caller): WaitingChange[] {
  const waiting = parseWaiting(readWaiting(caller.key))
  return waiting.filter(({ parkId }) => parkId === waiting[0]?.parkId).slice(0, MAX_CHECKLIST_CHANGES)
}

function toSent(change: WaitingChange) {
  const { id: _, parkId: __, madeAt, ...act } = change
  return { ...act, ageMs: Math.max(0, Date.now() - madeAt) }
}

const isUnreachable = (error: unknown) => error instanceof ApiError && error.code === 'unreachable'
