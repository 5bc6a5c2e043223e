import type { CodesOf } from './problem-definition.ts'

/** Codes of every service, and of the gateway itself. */
export const COMMON_CODES = {
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
  'provider-event-not-found': {
    status: 404,
    owner: 'all',
    title: 'No such event',
    explanation: 'No event of a provider is set aside at this position; it may have been replayed by now.',
  },
  'dead-letter-not-found': {
    status: 404,
    owner: 'all',
    title: 'No such dead letter',
    explanation: 'The service has no dead letter of this id; the log forgets them after 30 days.',
  },
  'visitor-mismatch': {
    status: 404,
    owner: 'all',
    title: 'Not one visitor',
    explanation:
      'The address has another account than the one that was named, or none. Look for the visitor again.',
  },
  'decision-conflict': {
    status: 409,
    owner: 'all',
    title: 'Something else by now',
    explanation:
      'It has changed since the version that the request names, or the `requestId` stands for another decision. Nothing was done: read it anew and decide about what is there now.',
  },
  'own-account': {
    status: 403,
    owner: 'all',
    title: 'Your own account',
    explanation: 'Staff put nothing right of their own account or payments; another member of the desk does.',
  },
  'staff-account': {
    status: 403,
    owner: 'all',
    title: 'An account with a role',
    explanation: 'Only an admin acts on an account that has a role.',
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
  'address-not-allowed': {
    status: 403,
    owner: 'all',
    title: 'Address not on the list',
    explanation: 'This installation writes to the addresses of its operator’s list alone (`ALLOWED_EMAILS`).',
  },
  'not-offered': {
    status: 404,
    owner: 'all',
    title: 'Not offered here',
    explanation:
      'This installation has no provider for it: no payments without Stripe, no flights without Duffel, no texts without Twilio, no newsletter without Postmark.',
  },
  'fresh-factor-needed': {
    status: 403,
    owner: 'all',
    title: 'New code needed',
    explanation:
      'What lasts (roles, second factors, erasures, exports of other people, sending a newsletter) takes a code of the authenticator app that is at most five minutes old. Verify one by `POST /auth/v1/factors/:factorId/verify`, and send the request again with the new token.',
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
  'headers-too-large': {
    status: 431,
    owner: 'all',
    title: 'Headers too large',
    explanation: 'The headers of the request are larger than 16 KiB together; the connection ends.',
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
  'address-mailed-enough': {
    status: 429,
    owner: 'all',
    title: 'Enough mails to this address today',
    explanation:
      'Mails that ask an address for a proof are counted by address, kind and client network. No more leaves today; `Retry-After` says when the next day of UTC begins.',
  },
  'too-many-numbers': {
    status: 429,
    owner: 'all',
    title: 'Too many numbers',
    explanation:
      'The client’s network has named as many different phone numbers as it may in a day without paying for them; `Retry-After` says after how many seconds to try again.',
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
  'body-too-slow': {
    status: 408,
    owner: 'gateway',
    title: 'Body too slow',
    explanation: 'The request, or the body of a webhook, was not whole within seconds; send it again.',
  },
  'upstream-timeout': {
    status: 504,
    owner: 'gateway',
    title: 'No answer in time',
    explanation: 'The service did not answer in time; it may still have done what was asked.',
  },
} as const satisfies CodesOf<'all' | 'gateway'>
