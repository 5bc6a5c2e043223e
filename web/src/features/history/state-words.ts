import type { HistoryEntry } from '@walkon/contracts/http/notifications'

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
    failed: 'Not sent: your device refused it',
    expired: LATE,
    suppressed: 'Not sent: you have turned it off',
  },
}

/** What has become of an alert, and why where it did not reach the visitor. */
export function stateWords({ channel, state }: Pick<HistoryEntry, 'channel' | 'state'>): string {
  const going = GOING[state]
  return going ? `${going} ${WAYS[channel]}` : FAILURES[channel][state as Failed]
}
