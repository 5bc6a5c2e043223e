import { z } from 'zod/mini'
import { releaseQueued } from '@walkon/contracts/http/ways'
import { ApiError, request, type Caller } from '../../lib/api.ts'
import { dollars } from '../../lib/money.ts'
import { problemText } from '../../lib/problem-texts.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import type { Visitor } from './visitor.ts'

/** Something that staff can put right for a visitor. */
export type Act = {
  /** Of the button, which is the visitor's only one with it. */
  name: string
  /** What will happen. */
  text: string
  /** Of a refund: how much is left to pay back, in cents. */
  leftCents?: number
  /** `requestId` is the same for each try of one dialog. */
  send: (entered: { reason: string; amountCents: number; requestId: string }) => Promise<unknown>
}

const nothing = z.null()

/** What fits this visitor now. */
export function listActs(caller: Caller, visitor: Visitor): Act[] {
  return [
    ...visitor.payments.flatMap((payment) => paymentActs(caller, payment)),
    ...(visitor.subscriptions.some(({ active }) => active) ? [stop(caller, visitor.email)] : []),
    ...(visitor.suppressions.some(({ channel }) => channel === 'email')
      ? [release(caller, visitor.email)]
      : []),
    ...(visitor.userId !== null && visitor.sessions.length > 0 ? [signOut(caller, visitor.userId)] : []),
  ]
}

type Payment = Visitor['payments'][number]

function paymentActs(
  caller: Caller,
  { id, status, amountCents, refundedCents, owedCents, disputed }: Payment,
): Act[] {
  if (status !== 'paid') return []
  const post = (path: string, body: object) =>
    request(nothing, `/billing/payments/${id}/${path}`, { method: 'POST', body, caller })
  const named = `${dollars(amountCents)} payment ${id.slice(0, 8)}`
  const receipt: Act = {
    name: `Resend receipt of the ${named}`,
    text: 'The receipt is mailed again to the present address of the order.',
    send: ({ reason, requestId }) => post('receipt', { reason, requestId }),
  }
  const leftCents = amountCents - refundedCents
  if (disputed || owedCents !== null || leftCents <= 0) return [receipt]
  return [
    receipt,
    {
      name: `Refund the ${named}`,
      text: 'The money goes back the way it came. If all of the payment is back, its pass ends and the buyer is told. A payment is refunded here once.',
      leftCents,
      send: ({ reason, amountCents: asked }) => post('refund', { reason, amountCents: asked }),
    },
  ]
}

const stop = (caller: Caller, email: string): Act => ({
  name: 'Stop all alerts',
  text: 'The alerts of all parks are off from now on. Passes stay, and the visitor may turn alerts on again.',
  send: ({ reason }) =>
    request(nothing, '/alerts/visitors/stop', { method: 'POST', body: { email, reason }, caller }),
})

const release = (caller: Caller, email: string): Act => ({
  name: 'Release the address',
  text: 'What stands against the address is taken back, here and at the mail provider, which keeps complaints of spam.',
  send: () =>
    request(releaseQueued, '/notifications/suppressions/release', {
      method: 'POST',
      body: { email },
      caller,
    }),
})

const signOut = (caller: Caller, userId: string): Act => ({
  name: 'Sign out everywhere',
  text: 'Each session of the account ends, within five minutes everywhere.',
  send: ({ reason }) =>
    request(nothing, `/identity/users/${userId}/sessions/end`, { method: 'POST', body: { reason }, caller }),
})

const TEXTS: Record<string, ProblemText> = {
  'refund-refused': {
    title: 'Not paid back',
    text: 'The payment is disputed, is being paid back already, or has less left. Read the visitor again.',
  },
  'refund-over-limit': { title: 'Over your limit', text: 'Ask an admin to pay back that much.' },
  'invalid-request': {
    title: 'Please check your entries',
    text: 'The reason needs three letters, and no address or number; the amount is in dollars.',
  },
}

export const actProblem = (error: unknown): ProblemText =>
  (error instanceof ApiError ? TEXTS[error.code] : undefined) ?? problemText(error)
