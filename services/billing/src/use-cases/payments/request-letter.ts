import type { Letter } from '@walkon/contracts/letter'
import { requestLetters } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import type { OrderRow } from '../../db/checkout/orders.ts'

/** Has a letter about an order's money written to its buyer. The same letter about the same thing is sent once. */
export const requestLetter = (
  tx: Transaction,
  { about, order, letter }: { about: string; order: OrderRow; letter: Letter },
  now: Date,
): Promise<void> => requestLetters(tx, 'billing', [{ to: { email: order.email }, about, letter }], now)
