import type { PlantedBug } from './planted-bug.ts'

/** Bugs of guarantees and their refunds. */
export const GUARANTEE_BUGS: PlantedBug[] = [
  {
    name: 'a guarantee that is judged without the lock of its order',
    changes: [
      {
        file: 'services/billing/src/use-cases/guarantee/judge-guarantee.ts',
        replace: 'if (orderId !== null) await lockOrder(tx, orderId)',
        with: 'void lockOrder',
      },
    ],
    run: ['services/billing/src/jobs/judge-guarantees.test.ts'],
    red: ['a refund by hand that is under way when the guarantee is judged comes first'],
  },
  {
    name: 'the refund of a guarantee, taken for one by hand',
    changes: [
      {
        file: 'services/billing/src/use-cases/payments/apply-payment.ts',
        replace: 'if (!isByGuarantee(session)) await',
        with: 'await',
      },
    ],
    run: ['services/billing/src/use-cases/guarantee/follow-guarantee.test.ts'],
    red: ['the webhooks of the refund take no pass back, and write no letter of a refund by hand'],
  },
  {
    name: 'an answer of Stripe that ends a question which a later webhook asked',
    changes: [
      {
        file: 'services/billing/src/use-cases/checkout/settle-checkout.ts',
        replace: 'if (!isLate) await saveCheckout(',
        with: 'await saveCheckout(',
      },
    ],
    run: ['services/billing/src/use-cases/checkout/settle-checkout.test.ts'],
    red: ['a webhook that comes while Stripe is asked has it asked once more'],
  },
  {
    name: 'a refund in doubt that Stripe has, taken for one that it lacks',
    changes: [
      {
        file: 'services/billing/src/domain/debt.ts',
        replace: 'subject?.kind === kind && subject.id === id',
        with: 'false && subject?.kind === kind && subject.id === id',
      },
    ],
    run: ['services/billing/src/jobs/refund-faults.test.ts', 'services/billing/src/domain/debt.test.ts'],
    only: 'found by its pass|refunded by hand in full',
    red: ['a refund that was made without an answer is found by its pass, and not made again'],
  },
]
