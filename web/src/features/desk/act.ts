import { request, type Caller, type Shape } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { wordsInstead } from '../../lib/problem-texts.ts'

/** The entries of staff in the dialog of an act. `requestId` is the same for each try with the same entries. */
export type Entered = {
  reason: string
  requestId: string
  amountCents: number
  /** Days of a park, ascending. */
  dates: string[]
  parkId: string
}

/** Something that staff can put right for a visitor. */
export type Act = {
  /** The name of the button, which is the visitor's only one with it. */
  name: string
  /** The effect. */
  text: string
  /** The name of the button that does it: the act and the visitor, for a dialog hides whose page it stands on. */
  confirms: (entered: Pick<Entered, 'amountCents'>) => string
  /** For a refund: the cents that the member may pay back. */
  leftCents?: number
  /** For a gift of days: the first day that can be chosen. */
  daysFrom?: string
  /** The day that is entered at first, where it is another one. */
  dayShown?: string
  /** True if a park is chosen. */
  needsPark?: boolean
  /** The text to type before the act is possible. */
  typed?: string
  /** True if it is recorded without a reason. */
  hasNoReason?: boolean
  /** True if the visitor is gone afterwards, so that there is nothing to read again. */
  endsVisitor?: boolean
  send: (entered: Entered) => Promise<unknown>
}

/** Acts under one heading. */
export type ActGroup = {
  heading: string
  acts: Act[]
  /** Set if they are seldom done: they are folded. */
  isSeldom?: true
}

/** Sends an act to a service. */
export const sendAct = <T>(caller: Caller, shape: Shape<T>, path: string, body: object): Promise<T> =>
  request(shape, path, { method: 'POST', body, caller })

/** Services that did not give what they keep. */
export class IncompleteExport extends Error {
  readonly missing: string[]

  constructor(missing: string[]) {
    super('An export is incomplete')
    this.missing = missing
  }
}

const wordsOfRefusal = wordsInstead({
  'decision-conflict': {
    title: 'Something else by now',
    text: 'Nothing was done: it has changed since you read it. The page shows what is there now. Close this and decide about that.',
  },
  'refund-refused': {
    title: 'Not paid back',
    text: 'The payment is disputed, is being paid back already, or has less left. Look the visitor up again.',
  },
  'refund-over-limit': { title: 'Over your limit', text: 'Ask an admin to pay back that much.' },
  'pass-over-limit': { title: 'Over your limit', text: 'Ask an admin to give that many days.' },
  'visitor-not-found': {
    title: 'Nobody to give it to',
    text: 'The address has no order and no account. Have the visitor sign up first.',
  },
  'own-account': { title: 'Your own account', text: 'Ask another member of the desk to do it.' },
  'staff-account': { title: 'An account with a role', text: 'Ask an admin to do it.' },
  'account-guarded': {
    title: 'The address has an account',
    text: 'Letters that guard an account are not stopped. Stop the mails of all lists instead.',
  },
  'visitor-mismatch': {
    title: 'Not one visitor',
    text: 'The address has another account by now. Look the visitor up again.',
  },
  'order-not-found': { title: 'No pass', text: 'The order has no pass any more. Look the visitor up again.' },
  'order-not-waiting': {
    title: 'Nothing to confirm',
    text: 'The order has its pass by now, or its time is over. Look the visitor up again.',
  },
  'date-in-past': { title: 'A day is over', text: 'Choose days from today on, by the clock of the park.' },
  'date-too-far': { title: 'Too far ahead', text: 'Choose days within the next 365.' },
  'user-not-found': {
    title: 'No such sign-up or account',
    text: 'The sign-up has run out, or the account has another address by now. Look the visitor up again.',
  },
  'last-admin': { title: 'The last admin', text: 'Grant the role to somebody else first.' },
  'number-stopped': {
    title: 'The number has stopped',
    text: 'Only START from the number brings its texts back.',
  },
  'invalid-request': {
    title: 'Please check your entries',
    text: 'The reason needs three letters, and no address or number; at most 30 days can be given, and amounts are in dollars.',
  },
})

export function actProblem(error: unknown): ProblemText {
  if (error instanceof IncompleteExport)
    return {
      title: 'Nothing was saved',
      text: `The file would be incomplete: ${error.missing.join(', ')} did not answer. Please try again.`,
    }
  return wordsOfRefusal(error)
}
