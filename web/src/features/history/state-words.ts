import type { HistoryEntry } from '@walkon/contracts/http/notifications'
import { failureWords, type Failed } from '../../lib/failure-words.ts'

type Channel = HistoryEntry['channel']
type State = HistoryEntry['state']

const WAYS: Record<Channel, string> = { email: 'by email', sms: 'by text', push: 'by notification' }

/** What was sent, or may still be. */
const GOING: Partial<Record<State, string>> = {
  queued: 'On its way',
  sending: 'On its way',
  unknown: 'On its way',
  accepted: 'Sent',
  delivered: 'Delivered',
}

/** What has become of an alert, and why where it did not reach the visitor. */
export function stateWords({
  channel,
  state,
  reason,
}: Pick<HistoryEntry, 'channel' | 'state' | 'reason'>): string {
  const going = GOING[state]
  return going ? `${going} ${WAYS[channel]}` : failureWords(channel, state as Failed, reason)
}
