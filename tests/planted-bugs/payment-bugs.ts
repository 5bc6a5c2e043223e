import type { PlantedBug } from './planted-bug.ts'

/** Bugs at the moments of a payment at which the suite of faults kills billing. */
export const PAYMENT_BUGS: PlantedBug[] = [
  {
    name: 'a page that is opened at Stripe with a new key in each try',
    changes: [
      {
        file: 'services/billing/src/use-cases/checkout/pay-order.ts',
        replace: 'toSessionKey(`checkout:${checkout.id}`',
        with: 'toSessionKey(`checkout:${performance.now()}`',
      },
    ],
    run: ['services/billing/src/routes/openings-tried-again.test.ts'],
    red: ['the same order within a minute of a lost answer is answered with the page of that session'],
  },
  {
    name: 'a webhook that is applied and has no payment settled',
    changes: [
      {
        file: 'services/billing/src/use-cases/payments/mark-payment-due.ts',
        replace: "await markDue(tx, 'checkouts', hint, now)",
        with: 'void markDue',
      },
    ],
    run: [
      'services/billing/src/use-cases/guarantee/follow-guarantee.test.ts',
      'services/billing/src/domain/debt.test.ts',
    ],
    only: 'fails, is an alarm|refunded by hand in full',
    red: ['fails, is an alarm, and is not made a second time'],
  },
  {
    name: 'a second payment of an order, taken for its first',
    changes: [
      {
        file: 'services/billing/src/use-cases/payments/apply-payment.ts',
        replace: 'return isNew && isPaidBefore',
        with: 'return isNew && isPaidBefore && false',
      },
    ],
    run: ['services/billing/src/routes/owed-payments.test.ts'],
    red: ['the account tells a second payment and its refund from a refund of the order'],
  },
  {
    name: 'a refund that forgets what went back before',
    changes: [
      {
        file: 'services/billing/src/domain/debt.ts',
        replace: 'const restCents = debt.cents - sumGivenBack(payment.refunds)',
        with: 'const restCents = debt.cents - 0 * sumGivenBack(payment.refunds)',
      },
    ],
    run: ['services/billing/src/jobs/refunds-by-hand.test.ts'],
    red: ['of a part leaves the rest to the guarantee, which names the rest to the visitor'],
  },
  {
    name: 'a refund after which the payment is not read again',
    changes: [
      {
        file: 'services/billing/src/use-cases/checkout/settle-session.ts',
        replace: 'await markDue(db, table, { sessionId }, now())',
        with: 'void markDue',
      },
    ],
    run: ['services/billing/src/jobs/judge-guarantees.test.ts'],
    red: ['a pass with two rides delivered is refunded at once, with what was paid'],
  },
  {
    name: 'a refund that the bank has returned, made again',
    changes: [
      {
        file: 'services/billing/src/domain/debt.ts',
        replace: "return refunds.every(isGivenBack) ? 'due' : 'failed'",
        with: "return 'due'",
      },
    ],
    run: ['services/billing/src/use-cases/guarantee/follow-guarantee.test.ts'],
    red: ['fails, is an alarm, and is not made a second time'],
  },
]
