import type { Letter } from '@walkon/contracts/letter'

/** The last mail to the address of an account that was deleted. `hadPlan`: an unlimited plan covered it until then. `isFree`: nothing is sold here. */
export function toFarewellLetter({ hadPlan, isFree }: { hadPlan: boolean; isFree: boolean }): Letter {
  const deleted =
    'Your account, your passes, your rides and the alerts we sent you are deleted. This cannot be undone.'
  const last = 'This is our last email to you. We forget your address as soon as it is sent.'
  const charging = hadPlan
    ? 'Your unlimited plan ended with your account, and so did the rest of the month that you had paid for. Nothing more is charged.'
    : 'If you had an unlimited plan, it ended with your account. Nothing more is charged.'
  return {
    kind: 'letter',
    name: 'account-deleted',
    subject: 'Your Walkon account is deleted',
    preheader: isFree ? deleted : charging,
    about: ['Your account'],
    heading: 'Your account is deleted',
    paragraphs: isFree
      ? [deleted, last]
      : [
          deleted,
          charging,
          `${last} If you used a promo code that is limited for each address, a fingerprint of yours stays until the code ends, a year at most.`,
        ],
    closing:
      'If you did not delete the account, tell us: someone else was logged in to it. Your email password may be known to them too.',
    further: [{ label: 'Tell us', path: '/contact' }],
    reason: 'You’re getting this because the Walkon account of this address was deleted.',
    shortText: `Your Walkon account is deleted.${isFree ? '' : ' Nothing more is charged.'}`,
  }
}
