import type { HistoryEntry } from '@walkon/contracts/http/notifications'

type Channel = HistoryEntry['channel']
export type Failed = Extract<HistoryEntry['state'], 'bounced' | 'failed' | 'expired' | 'suppressed'>

/** Words for a message that did not arrive, if its reason says no more. */
const BY_STATE: Record<Channel, Record<Failed, string>> = {
  email: {
    bounced: 'Not delivered: your mail server rejected it',
    failed: 'Not sent: our mail provider refused your address',
    expired: 'Not sent: the wait was too old by then',
    suppressed: 'Not sent: you have unsubscribed',
  },
  sms: {
    bounced: 'Not delivered: your carrier did not take it',
    failed: 'Not sent: this number doesn’t accept texts from us',
    expired: 'Not sent: the wait was too old by then',
    suppressed: 'Not sent: you have answered STOP',
  },
  push: {
    bounced: 'Not delivered: your device did not take it',
    failed: 'Not sent: the push service of your device refused it',
    expired: 'Not sent: the wait was too old by then',
    suppressed: 'Not sent: push is off on that device',
  },
}

const NO_ADDRESS = 'Not sent: this address can’t get email'
const NO_MOBILE = 'Not sent: this number cannot get texts'
const OURS = 'Error sending alert: it was our fault'

/** Words by notifier's reasons: a suppression of the address, or the code of a provider. */
const BY_REASON: Record<Channel, Record<string, string>> = {
  email: {
    bounced: 'Not sent: mail to your address came back before',
    complained: 'Not sent: one of our emails was reported as spam',
    invalid: NO_ADDRESS,
    'postmark-300': NO_ADDRESS,
    'postmark-402': OURS,
    'postmark-403': OURS,
    'postmark-406': 'Not sent: mail to your address came back, or was reported as spam',
    'postmark-411': OURS,
    'hard-bounce': 'Not delivered: your mailbox does not exist',
    'bad-email-address': 'Not delivered: your mailbox does not exist',
    'soft-bounce': 'Not delivered: your mailbox took no email at the time, maybe because it was full',
    'dns-error': 'Not delivered: your mail server could not be found',
    'spam-notification': 'Not delivered: your mail server took it for spam',
    blocked: 'Not delivered: your mail server blocks us',
    'address-not-allowed': 'Not sent: this Walkon emails only a few addresses',
    'in-doubt': 'May not have arrived: the mail server did not say',
    'smtp-address': NO_ADDRESS,
    'smtp-550': NO_ADDRESS,
    'smtp-554': 'Not sent: your mail server refused it',
    'spam-complaint': 'Not sent: one of our emails was reported as spam',
  },
  sms: {
    invalid: NO_MOBILE,
    'twilio-21211': NO_MOBILE,
    'twilio-21408': 'Not sent: we can’t text numbers in this country',
    'twilio-21602': OURS,
    'twilio-21610': 'Not sent: you have answered STOP',
    'twilio-21612': 'Not sent: this number can’t be reached',
    'twilio-21614': NO_MOBILE,
    'twilio-21617': OURS,
    'number-removed': 'Not sent: you have removed this number',
    'texts-stopped': 'Not sent: we had to stop all texts for a while',
    'text-late': 'Not sent in time, so it went by email',
    'twilio-21635': NO_MOBILE,
    'twilio-30003': 'Not delivered: your phone was off or out of reach',
    'twilio-30004': 'Not delivered: your carrier blocks our texts',
    'twilio-30005': 'Not delivered: nobody has this number',
    'twilio-30006': 'Not delivered: this number cannot get texts',
    'twilio-30007': 'Not delivered: your carrier took it for spam',
    'twilio-30008': 'Not delivered: your carrier did not say why',
    'twilio-30032': OURS,
    'twilio-30034': OURS,
    'twilio-30036': 'Not sent: the wait was too old by then',
  },
  push: {},
}

/** Why a message did not reach the visitor. */
export const failureWords = (channel: Channel, state: Failed, reason: string | null): string =>
  (state !== 'expired' && reason !== null && BY_REASON[channel][reason]) || BY_STATE[channel][state]
