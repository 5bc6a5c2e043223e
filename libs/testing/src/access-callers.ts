import { userDeleted, userRolesChanged } from '@walkon/contracts/events/identity'
import type { Access } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import type { TokenPurpose } from '@walkon/service/sealed-tokens'
import { randomUUID } from 'node:crypto'
import type { TestAccount } from './accounts.ts'
import { heard, linkHeaders, type TestService } from './service.ts'

/** The kinds of callers that every route is tried with, and which of them its access rule refuses. */

export type CallerOptions = {
  /** Creates the account of a caller in the service. Without this, the service does not know the account. */
  createAccount?(running: TestService, roles: Role[]): Promise<TestAccount>
  /** The purpose of the link of a mail that the service opens; `manage` if not given. */
  linkPurpose?: TokenPurpose
}

type Role = 'moderator' | 'support' | 'admin'

const CALLERS = [
  'no token',
  'garbage',
  'an expired token',
  'the token of a deleted account',
  'a manage link',
  'an account that owes a factor',
  'an account',
  'a moderator',
  'support with one factor',
  'support',
  'an admin with one factor',
  'an admin',
  'an admin with a code of before',
  'an admin whose role was taken',
] as const
export type Caller = (typeof CALLERS)[number]

const FORMER: Caller = 'an admin whose role was taken'
const DELETED: Caller = 'the token of a deleted account'
const NOT_KNOWN: Caller[] = ['no token', 'garbage', 'an expired token', 'the token of a deleted account']
const NO_ACCOUNT: Caller[] = [...NOT_KNOWN, 'a manage link']
const NOT_ASSURED: Caller[] = [...NO_ACCOUNT, 'an account that owes a factor']

const NO_ADMIN: Caller[] = [
  ...NOT_ASSURED,
  FORMER,
  'an account',
  'a moderator',
  'support with one factor',
  'support',
  'an admin with one factor',
]

/** The callers that a route must refuse, by its access rule. */
export const REFUSED: Record<Access, readonly Caller[]> = {
  public: [],
  // The route checks a secret of the provider, which none of these callers has.
  provider: CALLERS,
  'optional-caller': [
    'garbage',
    'an expired token',
    'the token of a deleted account',
    'an account that owes a factor',
  ],
  caller: [...NOT_KNOWN, 'an account that owes a factor'],
  'first-factor': NO_ACCOUNT,
  account: NOT_ASSURED,
  moderator: [...NOT_ASSURED, FORMER, 'an account', 'support with one factor', 'support'],
  support: [
    ...NOT_ASSURED,
    FORMER,
    'an account',
    'a moderator',
    'support with one factor',
    'an admin with one factor',
  ],
  admin: NO_ADMIN,
  'proven-admin': [...NO_ADMIN, 'an admin with a code of before'],
}

/** A service that hears of no deletions cannot know the token of a deleted account; identity reads roles from its records. */
export const callersOf = (running: TestService): Caller[] =>
  CALLERS.filter(
    (caller) =>
      (caller !== DELETED || hears(running, userDeleted)) &&
      (caller !== FORMER || hears(running, userRolesChanged)),
  )

/** The headers of a new caller of a kind. */
export async function headersOf(
  running: TestService,
  { createAccount = anyAccount, linkPurpose = 'manage' }: CallerOptions,
  caller: Caller,
): Promise<Record<string, string>> {
  const { headersFor } = running.accounts
  switch (caller) {
    case 'no token':
      return {}
    case 'garbage':
      return { authorization: 'Bearer gar.ba.ge' }
    case 'a manage link':
      return linkHeaders(anAddress(), linkPurpose)
    case 'an expired token':
      return headersFor({ ...(await createAccount(running, ['admin'])), expiresInSeconds: -1 })
    case 'the token of a deleted account':
      return headersFor({ email: anAddress(), userId: await deletedUserOf(running), roles: ['admin'] })
    case 'an account that owes a factor':
      return headersFor({ ...(await createAccount(running, ['admin'])), aal: 'aal1', aalRequired: 'aal2' })
    case 'an account':
      return headersFor(await createAccount(running, []))
    case 'a moderator':
      return headersFor(await createAccount(running, ['moderator']))
    case 'support with one factor':
      return headersFor(await createAccount(running, ['support']))
    case 'support':
      return headersFor({ ...(await createAccount(running, ['support'])), aal: 'aal2', aalRequired: 'aal2' })
    case 'an admin with one factor':
      return headersFor(await createAccount(running, ['admin']))
    case 'an admin':
      return headersFor({ ...(await createAccount(running, ['admin'])), aal: 'aal2', aalRequired: 'aal2' })
    case 'an admin with a code of before':
      return headersFor({
        ...(await createAccount(running, ['admin'])),
        aal: 'aal2',
        aalRequired: 'aal2',
        factorShownAt: new Date(Date.now() - 6 * 60_000),
      })
    case 'an admin whose role was taken':
      return headersFor({ ...(await formerAdminOf(running)), aal: 'aal2', aalRequired: 'aal2' })
    default:
      return caller satisfies never
  }
}

/** Identity knows its sessions and roles, and a service without personal data has nothing of the person. */
const hears = ({ handlers }: TestService, { type }: { type: string }) =>
  handlers.some(({ definition }) => definition.type === type)

/** An account whose deletion the service has heard of. */
async function deletedUserOf({ hear }: TestService): Promise<string> {
  const userId = randomUUID()
  const data = { userId, addressHashes: [hashAddress(anAddress())], deletedAt: new Date().toISOString() }
  await hear([heard(userDeleted, data)])
  return userId
}

/** The account of a token that still names the role, although the service has heard that it was taken. */
async function formerAdminOf({ hear }: TestService): Promise<TestAccount> {
  const userId = randomUUID()
  await hear([heard(userRolesChanged, { userId, roles: [], changedAt: new Date().toISOString() })])
  return { email: anAddress(), userId, roles: ['admin'] }
}

export const anAddress = () => `visitor-${randomUUID()}@example.com`

export const anyAccount = async (_running: TestService, roles: Role[]): Promise<TestAccount> => ({
  email: anAddress(),
  roles,
})
