import type { HistoryEntry } from '@walkon/contracts/http/notifications'
import { failureWords } from '../../lib/failure-words.ts'

type Channel = HistoryEntry['channel']

type Going = 'under way' | 'accepted' | 'delivered'

/** Words for alerts that were sent, or still may be. A push is delivered when the device has shown it. */
const GOING: Record<Channel, Record<Going, string>> = {
  email: { 'under way': 'On its way by email', accepted: 'Sent by email', delivered: 'Delivered by email' },
  sms: { 'under way': 'On its way by text', accepted: 'Sent by text', delivered: 'Delivered by text' },
  push: {
    'under way': 'On its way by push',
    accepted: 'Sent by push, not shown yet',
    delivered: 'Shown on your device',
  },
}

/** Returns the outcome of an alert, and why it did not reach the visitor. */
export function stateWords({
  channel,
  state,
  reason,
}: Pick<HistoryEntry, 'channel' | 'state' | 'reason'>): string {
  if (state === 'accepted' || state === 'delivered') return GOING[channel][state]
  if (state === 'queued' || state === 'sending' || state === 'unknown') return GOING[channel]['under way']
  return failureWords(channel, state, reason)
}
