import type { PlantedBug } from './planted-bug.ts'

/** Bugs of promo codes and their uses. */
export const PROMO_CODE_BUGS: PlantedBug[] = [
  {
    name: 'a promo code that is judged when it is entered, and not again when its order is fulfilled',
    changes: [
      {
        file: 'services/billing/src/use-cases/promo-codes/redeem-promo-code.ts',
        replace: 'if (!isPaid) await judgeFree(tx, settings, { ...order, code }, now)',
        with: 'if (!isPaid) await lockPromoCode(tx, code)',
      },
    ],
    run: ['services/billing/src/routes/confirmations.test.ts'],
    red: [
      '409: the confirmation is refused when another address has used the last redemption',
      '404: a promo code that was not judged at the activation',
    ],
  },
  {
    name: 'a promo code whose open checkouts are counted without the lock of its row',
    changes: [
      {
        file: 'services/billing/src/db/promo-codes/promo-codes.ts',
        replace: ".where(eq(promoCodes.code, code)).for('update')",
        with: '.where(eq(promoCodes.code, code))',
      },
    ],
    run: ['services/billing/src/routes/held-codes.test.ts'],
    // Among a hundred checkouts it turns red only where one of them counts before another has ended.
    red: ['409: a checkout waits for an order that is taking the last use of its code, and is refused'],
  },
]
