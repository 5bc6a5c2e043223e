import { requestLetter } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import { toChangeLetter, type AccountChange } from '../../domain/notice-letter.ts'

/** A notice about an account that has not gone out a day later is dropped. */
export const NOTICE = { hours: 24 }

/** Mails the owner of an account the change that was made to it. */
export const notifyOfChange = (
  tx: Transaction,
  email: string,
  change: AccountChange,
  now: Date,
): Promise<void> =>
  requestLetter(tx, 'identity', { to: { email }, letter: toChangeLetter(change), useful: NOTICE }, now)
