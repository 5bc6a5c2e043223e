import type { CodesOf } from './problem-definition.ts'

/** Codes of the ways that alerts go. */
export const WAY_CODES = {
  'address-suppressed': {
    status: 409,
    owner: 'notifier',
    title: 'Address suppressed',
    explanation:
      'No alert is sent to the address: it unsubscribed, mail to it came back, or its owner reported one as spam. `GET /ways` says which.',
  },
  'no-confirmed-number': {
    status: 409,
    owner: 'notifier',
    title: 'No confirmed number',
    explanation:
      "No number may be texted about the caller's alerts: none has answered YES, or it has stopped.",
  },
  'no-number-waiting': {
    status: 409,
    owner: 'notifier',
    title: 'No number waits',
    explanation: "No number of the caller's orders waits for its YES.",
  },
  'text-not-sent': {
    status: 409,
    owner: 'notifier',
    title: 'Text not sent',
    explanation:
      'Texts are off, the country of the number is not served, or the texts of the day are used up.',
  },
  'nothing-to-resume': {
    status: 409,
    owner: 'notifier',
    title: 'Nothing to resume',
    explanation:
      'The address has not unsubscribed. Mail that came back is sent again once its owner opens the link of a letter; a report of spam is for support.',
  },
} as const satisfies CodesOf<'notifier'>

/** Codes of the issues of the newsletter. */
export const ISSUE_CODES = {
  'issue-not-found': {
    status: 404,
    owner: 'notifier',
    title: 'No such issue',
    explanation: 'No issue of the newsletter has this id.',
  },
  'issue-sent': {
    status: 409,
    owner: 'notifier',
    title: 'Issue already sent',
    explanation: 'The issue is being sent or was sent: it is not changed or sent again.',
  },
} as const satisfies CodesOf<'notifier'>

/** Codes of the webhooks of an account. */
export const WEBHOOK_CODES = {
  'webhook-endpoint-not-found': {
    status: 404,
    owner: 'notifier',
    title: 'No such webhook',
    explanation: 'No webhook has this id, or it belongs to another account.',
  },
  'webhook-endpoint-disabled': {
    status: 409,
    owner: 'notifier',
    title: 'Webhook is off',
    explanation:
      'Nothing is posted to the address any more: it failed for three days, or it answered 410. `POST /webhook-endpoints/:id/resume` turns it on again.',
  },
  'too-many-webhook-endpoints': {
    status: 409,
    owner: 'notifier',
    title: 'Too many webhooks',
    explanation: 'The account has as many webhooks as it may; one of them has to be removed first.',
  },
  'webhook-url-refused': {
    status: 422,
    owner: 'notifier',
    title: 'Address refused',
    explanation:
      'A webhook is called by https at port 443, by a name, and without credentials in its address.',
  },
} as const satisfies CodesOf<'notifier'>

/** The codes of notifier's own rules. */
export const NOTIFIER_CODES = {
  'account-guarded': {
    status: 409,
    owner: 'notifier',
    title: 'Account guarded',
    explanation:
      'The address has an account: the letters that guard it (password, second factor, role, deletion) cannot be stopped. `lists` stops all others.',
  },
  'number-stopped': {
    status: 409,
    owner: 'notifier',
    title: 'Number stopped',
    explanation:
      'The number has answered STOP, or support stopped it: only START from the number takes that back.',
  },
  ...WAY_CODES,
  ...ISSUE_CODES,
  ...WEBHOOK_CODES,
  'device-not-found': {
    status: 404,
    owner: 'notifier',
    title: 'No such device',
    explanation: 'No device has this id or endpoint, or it belongs to another address.',
  },
  'too-many-devices': {
    status: 409,
    owner: 'notifier',
    title: 'Too many devices',
    explanation: 'The address has as many devices as it may; one of them has to be removed first.',
  },
  'push-endpoint-refused': {
    status: 422,
    owner: 'notifier',
    title: 'Push endpoint refused',
    explanation: 'The endpoint is not an address of a push service that is known.',
  },
  'push-reply-ended': {
    status: 410,
    owner: 'notifier',
    title: 'Reply came too late',
    explanation:
      'The notification is older than a day, was not of an alert, or is not ours; nothing was changed. Alerts can be managed on their page.',
  },
} as const satisfies CodesOf<'notifier'>
