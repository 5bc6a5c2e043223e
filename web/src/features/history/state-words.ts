import type { HistoryEntry } from '@walkon/contracts/http/notifications'

type Channel = HistoryEntry['channel']

type Going = 'under way' | 'accepted' | 'delivered'

/** What was sent, or may still be. A push is delivered when the device has shown it. */
const GOING: Record<Channel, Record<Going, string>> = {
  email: { 'under way': 'On its way by email', accepted: 'Sent by email', delivered: 'Delivered by email' },
  sms: { 'under way': 'On its way by text', accepted: 'Sent by text', delivered: 'Delivered by text' },
  push: {
    'under way': 'On its way by push',
    accepted: 'Sent by push, not shown yet',
    delivered: 'Shown on your device',
  },
}

type Failed = 'bounced' | 'failed' | 'expired' | 'suppressed'

const LATE = 'Not sent: the wait was too old by then'
const FAILURES: Record<Channel, Record<Failed, string>> = {
  email: {
    bounced: 'Not delivered: your mail server rejected it',
    failed: 'Not sent: our mail provider refused your address',
    expired: LATE,
    suppressed: 'Not sent: you have unsubscribed',
  },
  sms: {
    bounced: 'Not delivered: your carrier did not take it',
    failed: 'Not sent: this number takes no text from us',
    expired: LATE,
    suppressed: 'Not sent: you have answered STOP',
  },
  push: {
    bounced: 'Not delivered: your device did not take it',
    failed: 'Not sent: the push service of your device refused it',
    expired: LATE,
    suppressed: 'Not sent: push is off on that device',
  },
}

/** What has become of an alert, and why where it did not reach the visitor. */
export function stateWords({ channel, state }: Pick<HistoryEntry, 'channel' | 'state'>): string {
  if (state === 'accepted' || state === 'delivered') return GOING[channel][state]
  if (state === 'queued' || state === 'sending' || state === 'unknown') return GOING[channel]['under way']
  return FAILURES[channel][state]
}
