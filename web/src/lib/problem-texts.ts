import type { ProblemCodeOf } from '@walkon/contracts/http/problem-codes'
import type { ProblemOwner } from '@walkon/contracts/http/problem-definition'
import type { ISSUE_CODES, WAY_CODES, WEBHOOK_CODES } from '@walkon/contracts/http/notifier-codes'
import { ApiError } from './api.ts'
import { FORM_TEXTS, NO_CONNECTION, type ProblemText } from './form-texts.ts'

const UNEXPECTED: ProblemText = { title: 'An unexpected error occurred', text: 'Please try again later.' }
const BUSY: ProblemText = { title: 'We are busy', text: 'Please try again in a moment.' }
export const TOO_MANY: ProblemText = {
  title: 'Too Many Attempts',
  text: 'Please wait a minute, then try again.',
}
export const CHECK_ENTRIES: ProblemText = {
  title: 'Please check your entries',
  text: 'Something in the form is not right.',
}

const NOT_ON_THE_LIST: ProblemText = {
  title: 'Address not on the list',
  text: 'This Walkon emails only a few addresses. Ask its operator to add yours.',
}

const NOT_OFFERED: ProblemText = {
  title: 'Not offered here',
  text: 'This Walkon doesn’t offer it.',
}

export const NOT_ALLOWED: ProblemText = { title: 'Not allowed', text: 'Your account may not do this.' }
export const SECOND_STEP: ProblemText = {
  title: 'One more step',
  text: 'This takes a code from an authenticator app. Log in again with it, or set one up under Account first.',
}

/** A number was entered, and no phone can have it: the form asks for a missing one by itself. */
export const NO_SUCH_PHONE: ProblemText = {
  title: 'Phone Number Not Valid',
  text: 'No phone can have this number. Please check each digit, with the country code in front: +1 407 555 0142.',
}

/** The owners of codes whose words are here: the first page meets them. Any other service's are with its feature, by `wordsOf`. */
type OwnerHere = 'all' | 'gateway' | 'alert-evaluator' | 'billing' | 'notifier' | 'park-data'

/** Codes of the ways of alerts: features/ways/way-words.ts has their words. */
type WayCode = keyof typeof WAY_CODES
/** Codes of the newsletter's issues: features/issues/issue-words.ts has their words. */
type IssueCode = keyof typeof ISSUE_CODES
/** Codes of an account's webhooks: features/webhooks/webhook-words.ts has their words. */
type WebhookCode = keyof typeof WEBHOOK_CODES
/** Words in features/lightning-lane/lane-words.ts. */
type LaneCode = 'assist-day-exists'

/** Codes of faults of ours, or of calls that no visitor makes. A visitor reads of them as of any unexpected error. */
type UnexpectedCode =
  | 'internal'
  | 'invalid-json'
  | 'unsupported-media-type'
  | 'headers-too-large'
  | 'route-not-found'
  | 'attraction-not-found'
  | 'date-out-of-range'
  | 'promo-code-exists'
  | 'application-not-found'
  | 'application-decided'
  | 'refund-refused'
  | 'refund-over-limit'
  | 'pass-over-limit'
  | 'order-not-waiting'
  | 'visitor-not-found'
  | 'visitor-mismatch'
  | 'decision-conflict'
  | 'own-account'
  | 'staff-account'
  | 'number-stopped'
  | 'account-guarded'
  | 'provider-event-not-found'
  | 'dead-letter-not-found'

/** The app's own codes. */
type OwnCode = 'unreachable' | 'no-checkout-url' | 'checkout-failed'

/** Every code that is left has words, those of the specification where it has some. */
const TEXTS: Record<string, ProblemText | undefined> = {
  'invalid-promo-code': { title: 'Invalid Code', text: 'Please check your promo code and try again.' },
  'promo-code-expired': {
    title: 'Code Expired',
    text: 'This promo code is no longer valid. Ask us for a new one.',
  },
  'promo-code-spent': {
    title: 'Code Already Used',
    text: 'This promo code has been used up. Ask us for a new one.',
  },
  'promo-code-wrong-channel': {
    title: 'Invalid Promo Code',
    text: 'The promo code you entered is not valid.',
  },
  'promo-code-not-free': {
    title: 'Payment Needed',
    text: 'This promo code takes part of the price off. Choose paid alerts to pay the rest.',
  },
  'park-not-found': FORM_TEXTS.park,
  'date-in-past': {
    title: 'Date Required',
    text: 'That day is over at the park. Please select another date.',
  },
  'date-too-far': {
    title: 'Date Required',
    text: 'That day is too far ahead. Please select an earlier date.',
  },
  'day-sold-out': FORM_TEXTS.soldOut,
  'address-left': {
    title: 'Email Changed',
    text: 'Your account has a different email now. Please check the address and try again.',
  },
  'phone-required': NO_SUCH_PHONE,
  'phone-country': {
    title: 'Phone Number Not Supported',
    text: 'We can’t text numbers in this country. Use another number, or choose email alerts.',
  },
  'too-many-numbers': {
    title: 'Too Many Phone Numbers',
    text: 'Too many numbers were entered from this network today. Please try again tomorrow, or choose email alerts.',
  },
  'sms-not-offered': {
    title: 'Under Construction',
    text: 'Will go live soon - for now, use our email alerts!',
  },
  'checkout-unavailable': { title: 'Payment Error', text: 'Failed to create checkout session' },
  'no-checkout-url': { title: 'Payment Error', text: 'No checkout URL received' },
  'checkout-failed': { title: 'Payment Error', text: 'Failed to start checkout process' },
  'checkout-not-found': {
    title: 'Order not found',
    text: 'Open the link in your newest email from us, or start again on the home page.',
  },
  'order-not-found': {
    title: 'Order not found',
    text: 'This account has no such order. Your passes are listed in your account.',
  },
  'guarantee-not-found': {
    title: 'No guarantee here',
    text: 'No paid pass with this number has ended, or it was taken back before its end.',
  },
  'payment-in-process': {
    title: 'Payment in process',
    text: 'Your bank is working on it. Nothing more was charged.',
  },
  'plan-exists': {
    title: 'You already have the plan',
    text: 'Your account has an unlimited plan. Please reload the page.',
  },
  'plan-not-found': {
    title: 'No plan yet',
    text: 'Your account has no unlimited plan. Please reload the page.',
  },
  'plan-required': {
    title: 'Your plan has ended',
    text: 'Parks are added with an unlimited plan. See your plan in your account.',
  },
  'portal-unavailable': {
    title: 'Payment Error',
    text: 'The page for your card and your plan could not be opened. Please try again.',
  },
  'too-many-requests': TOO_MANY,
  'address-mailed-enough': {
    title: 'Enough Emails for Today',
    text: 'We’ve emailed this address as often as we do in a day, so no further email was sent. Please use the newest one, or try again tomorrow.',
  },
  'confirmation-token-invalid': {
    title: 'This link does not work',
    text: 'Please open the link in your newest email from us, or start again on the home page.',
  },
  'confirmation-token-expired': {
    title: 'This link has expired',
    text: 'Please fill in the form on the home page again, and we’ll email you a new link.',
  },
  'dates-over': {
    title: 'Those days are over',
    text: 'The days you chose have passed at the park. Please choose new ones on the home page.',
  },
  'device-not-found': {
    title: 'Not found',
    text: 'This device is no longer on your list. Please reload the page.',
  },
  'too-many-devices': {
    title: 'Ten devices at most',
    text: 'Please remove a device from the list first.',
  },
  'push-endpoint-refused': {
    title: 'Push is not available',
    text: 'We cannot send push notifications to this browser. Please try another one.',
  },
  'push-reply-ended': {
    title: 'Too late',
    text: 'This notification has ended. You can change your alerts on their page.',
  },
  'subscription-not-found': {
    title: 'Not found',
    text: 'These alerts no longer exist. Please reload the page.',
  },
  'unknown-ride': {
    title: 'Rides have changed',
    text: 'The park’s rides have changed. Please reload the page.',
  },
  'invalid-request': CHECK_ENTRIES,
  'body-too-large': { title: 'Too much text', text: 'Please enter less, then try again.' },
  unauthorized: { title: 'Please log in', text: 'Please log in to manage your alert subscriptions.' },
  forbidden: NOT_ALLOWED,
  'opens-one-park': {
    title: 'Only this park',
    text: 'This link opens the alerts of one park. Open the link in our email to change anything else.',
  },
  'insufficient-aal': SECOND_STEP,
  'not-offered': NOT_OFFERED,
  'address-not-allowed': NOT_ON_THE_LIST,
  'fresh-factor-needed': {
    title: 'A new code is needed',
    text: 'This takes a new code of your authenticator app. Try again, and enter it.',
  },
  unreachable: NO_CONNECTION,
  unavailable: BUSY,
  'body-too-slow': BUSY,
  'upstream-timeout': BUSY,
} satisfies Record<
  Exclude<ProblemCodeOf<OwnerHere>, WayCode | IssueCode | WebhookCode | LaneCode | UnexpectedCode> | OwnCode,
  ProblemText
>

/** Returns the words for any failure. */
export function problemText(error: unknown): ProblemText {
  return (error instanceof ApiError ? TEXTS[error.code] : undefined) ?? UNEXPECTED
}

/**
 * Makes the words for any failure on the pages of a service: `wordsOf<Owner, Unmet>({ … })`, once in its feature, so that its words are
 * loaded with it. `Unmet` are codes of faults of ours, or of calls that the app does not make; any other code without words does not
 * compile.
 */
export function wordsOf<
  Owner extends Exclude<ProblemOwner, OwnerHere>,
  Unmet extends ProblemCodeOf<Owner> = never,
>(own: Record<Exclude<ProblemCodeOf<Owner>, Unmet>, ProblemText>): (error: unknown) => ProblemText {
  return wordsInstead(own)
}

/** The words of `problemText`, with others for some codes: staff act where a visitor waits. */
export const wordsInstead =
  (others: Record<string, ProblemText | undefined>) =>
  (error: unknown): ProblemText =>
    (error instanceof ApiError ? others[error.code] : undefined) ?? problemText(error)
