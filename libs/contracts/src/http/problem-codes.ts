import type { ServiceName } from '../services.ts'
import { BILLING_CODES } from './billing-codes.ts'
import { GOTRUE_CODES } from './gotrue-codes.ts'
import { WAY_CODES } from './way-codes.ts'
import { PLAN_CODES } from './plan-codes.ts'
import { PUSH_CODES } from './push-codes.ts'

/** The service whose rule refuses; `all` for what any service answers, `gateway` for what the gateway alone does. */
export type ProblemOwner = ServiceName | 'all' | 'gateway'

export type ProblemDefinition = {
  status: number
  owner: ProblemOwner
  /** The same for each occurrence; `detail` says what is particular to one (RFC 9457). */
  title: string
  /** One sentence for the author of a client: when it happens, and what helps. */
  explanation: string
}

/** Codes of `application/problem+json`. */
const OWN_CODES = {
  'invalid-request': {
    status: 400,
    owner: 'all',
    title: 'Invalid request',
    explanation: 'A field or parameter has the wrong shape; `errors` names each one by its path.',
  },
  'invalid-json': {
    status: 400,
    owner: 'all',
    title: 'Invalid JSON',
    explanation: 'The body is empty or is not JSON.',
  },
  unauthorized: {
    status: 401,
    owner: 'all',
    title: 'Not signed in',
    explanation:
      'The call needs an access token or a manage token, and the one sent is missing, expired or not ours.',
  },
  forbidden: {
    status: 403,
    owner: 'all',
    title: 'Not allowed',
    explanation: 'The account lacks the role that the call needs.',
  },
  'opens-one-park': {
    status: 403,
    owner: 'all',
    title: 'Opens one park alone',
    explanation:
      'The key was given to the tab or the number of one order: it opens the alerts of that park, and nothing else of the address.',
  },
  'insufficient-aal': {
    status: 403,
    owner: 'all',
    title: 'Second factor needed',
    explanation:
      'The account has a second factor and this session has not shown it, or the call is for admins and the session has shown none.',
  },
  'route-not-found': {
    status: 404,
    owner: 'all',
    title: 'No such address',
    explanation: 'No route has this method and address.',
  },
  'body-too-large': {
    status: 413,
    owner: 'all',
    title: 'Body too large',
    explanation: 'The body is larger than the route takes, which is 64 KiB in general.',
  },
  'body-too-slow': {
    status: 408,
    owner: 'gateway',
    title: 'Body too slow',
    explanation: 'The body of a webhook was not whole within seconds; send it again.',
  },
  'unsupported-media-type': {
    status: 415,
    owner: 'all',
    title: 'Unsupported media type',
    explanation: 'The route does not take a body of this content type; send `application/json`.',
  },
  'too-many-requests': {
    status: 429,
    owner: 'all',
    title: 'Too many requests',
    explanation:
      'A limit on requests or on guesses is reached; `Retry-After` says after how many seconds to try again.',
  },
  internal: {
    status: 500,
    owner: 'all',
    title: 'Internal error',
    explanation: 'The service failed; the log has the cause under the `requestId` of the answer.',
  },
  unavailable: {
    status: 503,
    owner: 'all',
    title: 'Unavailable',
    explanation:
      'The service, or a database it needs, is away for a moment; the same request may succeed later.',
  },
  'upstream-timeout': {
    status: 504,
    owner: 'gateway',
    title: 'No answer in time',
    explanation: 'The service did not answer in time; it may still have done what was asked.',
  },
  'park-not-found': {
    status: 404,
    owner: 'park-data',
    title: 'No such park',
    explanation: 'No park has this id. Billing answers it as well, for a park that it has not heard of.',
  },
  'attraction-not-found': {
    status: 404,
    owner: 'park-data',
    title: 'No such attraction',
    explanation: 'No attraction has this id.',
  },
  'date-out-of-range': {
    status: 422,
    owner: 'park-data',
    title: 'Date out of range',
    explanation: 'The day lies in the future, or is older than the history that is kept.',
  },
  'subscription-not-found': {
    status: 404,
    owner: 'alert-evaluator',
    title: 'No such subscription',
    explanation: 'No subscription has this id, or it belongs to another address.',
  },
  'unknown-ride': {
    status: 422,
    owner: 'alert-evaluator',
    title: 'Unknown ride',
    explanation: 'One of the chosen rides is not in the park of the subscription; nothing was changed.',
  },
  ...BILLING_CODES,
  'number-not-confirmed': {
    status: 409,
    owner: 'identity',
    title: 'Number not confirmed',
    explanation: 'Only a number whose owner has answered YES to alerts of this account signs in to it.',
  },
  'reauthentication-failed': {
    status: 403,
    owner: 'identity',
    title: 'Reauthentication failed',
    explanation:
      'The password or code that should prove the owner of the account is wrong; nothing was deleted.',
  },
  'last-admin': {
    status: 409,
    owner: 'identity',
    title: 'Last admin',
    explanation: 'The last admin can neither be deleted nor lose the role.',
  },
  'user-not-found': {
    status: 404,
    owner: 'identity',
    title: 'No such user',
    explanation: 'No user has this id.',
  },
  'session-not-found': {
    status: 404,
    owner: 'identity',
    title: 'No such session',
    explanation: 'The account has no session with this id.',
  },
  'invalid-user-data': {
    status: 422,
    owner: 'identity',
    title: 'Invalid user data',
    explanation:
      'The `data` of a user is too large or has a name of the wrong shape; `/auth/v1` calls it `validation_failed`.',
  },
} as const

/** Every code that an answer of Walkon can carry. A code is part of the API: its meaning and status never change. */
export const PROBLEMS = {
  ...OWN_CODES,
  ...PLAN_CODES,
  ...WAY_CODES,
  ...PUSH_CODES,
  ...GOTRUE_CODES,
} satisfies Record<string, ProblemDefinition>

export type ProblemCode = keyof typeof PROBLEMS

/** The codes of `/auth/v1`, whose answers have GoTrue's wire format. */
export type GoTrueCode = keyof typeof GOTRUE_CODES

export type ProblemCodeOf<Owner extends ProblemOwner> = {
  [Code in ProblemCode]: (typeof PROBLEMS)[Code]['owner'] extends Owner ? Code : never
}[ProblemCode]

/** In the order of the catalogue. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

export const isGoTrueCode = (code: ProblemCode): code is GoTrueCode => code in GOTRUE_CODES

/** Where the gateway serves the page of all codes. */
export const PROBLEMS_PATH = '/api/docs/problems'

/** The `type` of a problem: a path, so that it is the same in every installation. */
export const toProblemType = (code: ProblemCode): string => `${PROBLEMS_PATH}#${code}`
