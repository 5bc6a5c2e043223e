import type { CodesOf } from './problem-definition.ts'

/** The codes of billing's own rules. */
export const BILLING_CODES = {
  'invalid-promo-code': {
    status: 404,
    owner: 'billing',
    title: 'Invalid promo code',
    explanation: 'No promo code has this name.',
  },
  'promo-code-expired': {
    status: 410,
    owner: 'billing',
    title: 'Promo code expired',
    explanation: 'The promo code was valid until a time that has passed, or was retired.',
  },
  'promo-code-spent': {
    status: 409,
    owner: 'billing',
    title: 'Promo code used up',
    explanation:
      'The promo code is redeemed, or held by open checkouts, as often as it may be, in all or by this address. What a checkout holds is free again when it ends, after half an hour at most.',
  },
  'promo-code-wrong-channel': {
    status: 409,
    owner: 'billing',
    title: 'Promo code of another channel',
    explanation: 'The promo code is valid, but not for alerts on this channel.',
  },
  'promo-code-not-free': {
    status: 409,
    owner: 'billing',
    title: 'Promo code leaves something to pay',
    explanation:
      'The promo code is valid, but makes only a part of the order free; `POST /api/billing/checkouts` takes the order and the rest is paid.',
  },
  'promo-code-exists': {
    status: 409,
    owner: 'billing',
    title: 'Promo code exists',
    explanation: 'A promo code with this name exists, in use or retired; it was not changed.',
  },
  'application-not-found': {
    status: 404,
    owner: 'billing',
    title: 'Application not found',
    explanation: 'No application to the affiliate programme has this id; that of a deleted account is gone.',
  },
  'application-decided': {
    status: 409,
    owner: 'billing',
    title: 'Application decided',
    explanation: 'The application was decided in another way before. A decision is final, and mailed once.',
  },
  'address-left': {
    status: 409,
    owner: 'billing',
    title: 'Address left',
    explanation:
      'The token or link of the request is from before its account changed its address, and the order names the old one; nothing was ordered.',
  },
  'phone-required': {
    status: 422,
    owner: 'billing',
    title: 'Phone number required',
    explanation: 'SMS alerts need `phone`, a number that exists. notifier answers it as well.',
  },
  'phone-country': {
    status: 422,
    owner: 'billing',
    title: 'Country not served',
    explanation: 'SMS alerts do not go to numbers of the country of `phone`. notifier answers it as well.',
  },
  'sms-not-offered': {
    status: 422,
    owner: 'billing',
    title: 'SMS not offered',
    explanation: 'This installation sells no SMS alerts; `GET /api/billing/prices` says so by `smsEnabled`.',
  },
  'checkout-unavailable': {
    status: 503,
    owner: 'billing',
    title: 'Checkout unavailable',
    explanation:
      'The payment provider did not open a session. Nothing was charged; the same request may be sent again.',
  },
  'guarantee-not-found': {
    status: 404,
    owner: 'billing',
    title: 'No guarantee',
    explanation: 'No paid pass with this id has ended, or it was taken back before its end.',
  },
  'checkout-not-found': {
    status: 404,
    owner: 'billing',
    title: 'Checkout not found',
    explanation: 'No order was placed with this session.',
  },
  'order-not-found': {
    status: 404,
    owner: 'billing',
    title: 'Order not found',
    explanation: 'The account has no order with this number.',
  },
  'order-not-waiting': {
    status: 404,
    owner: 'billing',
    title: 'Order not waiting',
    explanation:
      'No order with this id waits for the link of a mail: it has its pass by now, or its time is over.',
  },
  'date-in-past': {
    status: 422,
    owner: 'billing',
    title: 'Date in the past',
    explanation: 'A chosen day is over in the time zone of the park.',
  },
  'date-too-far': {
    status: 422,
    owner: 'billing',
    title: 'Date too far ahead',
    explanation: 'A chosen day lies further ahead than alerts can be ordered for.',
  },
  'day-sold-out': {
    status: 409,
    owner: 'billing',
    title: 'Day sold out',
    explanation:
      'No spots are left on a chosen day at the park, which `detail` names; nothing was ordered. A spot that a payment page holds is free again when the page ends, after half an hour at most.',
  },
  'dates-over': {
    status: 410,
    owner: 'billing',
    title: 'Dates over',
    explanation: 'The order was confirmed after the last of its days had ended; it needs new dates.',
  },
  'confirmation-token-invalid': {
    status: 404,
    owner: 'billing',
    title: 'Invalid confirmation link',
    explanation: 'No order waits for this token.',
  },
  'confirmation-token-expired': {
    status: 410,
    owner: 'billing',
    title: 'Confirmation link expired',
    explanation: 'The token was not used in time; the order has to be placed again.',
  },
  'payment-in-process': {
    status: 409,
    owner: 'billing',
    title: 'Payment in process',
    explanation:
      'The bank is working on a payment of the account for the same thing; nothing more was charged.',
  },
  'assist-day-exists': {
    status: 409,
    owner: 'billing',
    title: 'Day bought already',
    explanation: 'The account has a Lightning Lane Assist day for this date; nothing was charged.',
  },
  'refund-refused': {
    status: 409,
    owner: 'billing',
    title: 'Refund refused',
    explanation:
      'The payment is disputed, is being paid back already, or has less left than was asked for; `detail` says which.',
  },
  'refund-over-limit': {
    status: 403,
    owner: 'billing',
    title: 'Refund over the limit',
    explanation: 'The support desk pays back so much of a payment; an admin pays back the rest.',
  },
  'visitor-not-found': {
    status: 404,
    owner: 'billing',
    title: 'Visitor not found',
    explanation:
      'billing knows no order and no account of this address; a pass is given to a visitor who is known.',
  },
  'pass-over-limit': {
    status: 403,
    owner: 'billing',
    title: 'Days over the limit',
    explanation: 'The support desk gives an address so many days in 30 days; an admin gives more.',
  },
  'plan-exists': {
    status: 409,
    owner: 'billing',
    title: 'Plan exists',
    explanation: 'The account has an unlimited plan already; nothing was charged.',
  },
  'plan-not-found': {
    status: 404,
    owner: 'billing',
    title: 'No plan',
    explanation: 'The account has no unlimited plan that could be managed.',
  },
  'portal-unavailable': {
    status: 503,
    owner: 'billing',
    title: 'Portal unavailable',
    explanation: 'The payment provider did not open its portal. The same request may be sent again.',
  },
} as const satisfies CodesOf<'billing'>
