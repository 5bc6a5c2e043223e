import type { CodesOf } from './problem-definition.ts'

/** The codes of identity's own routes; those below `/auth/v1` are in gotrue-codes.ts. */
export const IDENTITY_CODES = {
  'number-not-confirmed': {
    status: 409,
    owner: 'identity',
    title: 'Number not confirmed',
    explanation: 'Only a number whose owner has answered YES to alerts of this account signs in to it.',
  },
  'number-taken': {
    status: 409,
    owner: 'identity',
    title: 'Number taken',
    explanation:
      'The number signs in to another account already. Who chose a number first keeps it: a code would not say which of two accounts is meant.',
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
} as const satisfies CodesOf<'identity'>
