import {
  AuthClient,
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type Session,
} from '@supabase/auth-js'
import { ApiError } from '../../lib/api.ts'
import { beginPerson, endPerson } from '../../lib/device-keys.ts'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { enrollFactor, removeFactor, toProofFields, type NewFactor } from './change-factors.ts'
import { fetchWithCookie } from './fetch-with-cookie.ts'
import { keepOwnLink } from './own-link.ts'
import { type SessionStore, SESSION_KEY } from './session-store.ts'
import { type SignedInUser, toUser } from './user.ts'

/** The purpose of a mail's link or code. */
export type MailKind = 'signup' | 'recovery' | 'magiclink' | 'email_change'

type Client = InstanceType<typeof AuthClient>

export type Accounts = ReturnType<typeof openAccounts>

/**
 * Everything the app asks identity about the visitor's own account. Loaded for visitors who have an account, or are about to.
 * A refusal is thrown as an ApiError. `onChange` hears of each session, also of those that another tab begins and ends.
 */
export function openAccounts(store: SessionStore, onChange: (user: SignedInUser | null) => void) {
  const client = new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    storage: store,
    // The links of our mails carry a token of their own, so they also work on another device.
    flowType: 'implicit',
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
    fetch: fetchWithCookie,
  })
  client.onAuthStateChange((event, session) => {
    if (event === 'INITIAL_SESSION') return
    // auth-js reports events of another tab without keeping their session.
    if (session) store.setItem(SESSION_KEY, JSON.stringify(withExpiry(session)))
    else store.removeItem(SESSION_KEY)
    const user = session && toUser(session)
    const isFirstOfTab = user !== null && beginPerson(user.id)
    if (isFirstOfTab && event === 'SIGNED_IN') void keepOwnLink(user.email)
    onChange(user)
  })
  const session = sessionOf(client, store)
  return {
    ...waysIn(client),
    ...session,
    ...leavingWhenOver(session.leave, { ...factorsOf(client, session.token), ...profileOf(client) }),
    /** After leaving on purpose. */
    forgetPerson: endPerson,
    close: () => void client.dispose(),
  }
}

const withExpiry = (session: Session): Session => ({
  ...session,
  expires_at: session.expires_at ?? Math.round(Date.now() / 1000) + session.expires_in,
})

/** The session that is, with its tokens, and its end. */
function sessionOf(client: Client, store: SessionStore) {
  let restores = 0

  /** An access token with more than a minute left. */
  async function token(): Promise<string> {
    const { data, error } = await client.getSession()
    if (data.session) return data.session.access_token
    throw error && isAuthRetryableFetchError(error) ? toApiError(error) : noSession()
  }

  /** Ends the session here and in the other tabs, without asking the server. */
  async function leave(): Promise<void> {
    store.removeItem(SESSION_KEY)
    await client.signOut({ scope: 'local' })
  }

  return {
    token,
    leave,

    /** Finds out whether the cookie still holds a session. Throws only where that could not be found out. */
    restore: async (): Promise<void> => {
      restores += 1
      // auth-js answers a failed token with the same failure for a minute; a new try is a new name for the same cookie.
      const { error } = await client.refreshSession({ refresh_token: `cookie-${restores}` })
      if (error && isAuthRetryableFetchError(error)) throw toApiError(error)
    },

    /** Another access token than the one that was refused. A session that has none is over. */
    renew: async (refused: string): Promise<string> => {
      const current = await token()
      if (current !== refused) return current
      const { data, error } = await client.refreshSession()
      if (data.session) return data.session.access_token
      if (error && isAuthRetryableFetchError(error)) throw toApiError(error)
      await leave()
      throw noSession()
    },

    /** A session that the server could not end goes on: auth-js alone would forget it here and leave its cookie. */
    signOut: async (): Promise<void> => {
      const { error } = await client.admin.signOut(await token(), 'local')
      if (error && !isOver(error)) throw toApiError(error)
      await leave()
    },

    signOutEverywhere: () => done(client.signOut({ scope: 'global' })),
  }
}

/** Codes by which the session, or its account, was ended from elsewhere. */
const ENDED: ReadonlySet<string> = new Set(['session_not_found', 'session_expired', 'user_not_found'])

/** The calls of a session that was ended from elsewhere end it here too: the guard of the page leads to log in, and back. */
function leavingWhenOver<Calls extends Record<string, (...given: never[]) => Promise<unknown>>>(
  leave: () => Promise<void>,
  calls: Calls,
): Calls {
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    async (...given: never[]) => {
      try {
        return await call(...given)
      } catch (error) {
        if (error instanceof ApiError && ENDED.has(error.code)) await leave()
        throw error
      }
    },
  ])
  return Object.fromEntries(guarded) as Calls
}

/** The calls that begin a session. */
const waysIn = (client: Client) => ({
  signIn: async (credentials: { email: string; password: string }) =>
    outcomeOf(await done(client.signInWithPassword(credentials))),

  signUp: ({ fullName, ...credentials }: { fullName: string; email: string; password: string }) =>
    done(client.signUp({ ...credentials, options: { data: { full_name: fullName } } })),

  sendSignInLink: (email: string) =>
    done(client.signInWithOtp({ email, options: { shouldCreateUser: false } })),

  sendPasswordLink: (email: string) => done(client.resetPasswordForEmail(email)),

  resendConfirmation: (email: string) => done(client.resend({ type: 'signup', email })),

  /** The code by text, for an account whose owner has chosen the number. */
  sendTextCode: (phone: string) =>
    done(client.signInWithOtp({ phone, options: { shouldCreateUser: false } })),

  enterTextCode: async (phone: string, code: string) =>
    outcomeOf(await done(client.verifyOtp({ phone, token: code, type: 'sms' }))),

  followLink: async (tokenHash: string, type: MailKind) =>
    outcomeOf(await done(client.verifyOtp({ token_hash: tokenHash, type }))),

  enterCode: async (email: string, code: string, type: MailKind) =>
    outcomeOf(await done(client.verifyOtp({ email, token: code, type }))),
})

const factorsOf = (client: Client, token: () => Promise<string>) => ({
  /** Makes a new factor count, too. */
  verifyFactor: (factorId: string, code: string) => done(client.mfa.challengeAndVerify({ factorId, code })),

  /** Begins a new factor. An unfinished one goes. */
  enrollFactor: async (name: string, proof?: OwnerProof): Promise<NewFactor> => {
    const { all } = await done(client.mfa.listFactors())
    for (const { id, status } of all) {
      if (status === 'unverified') await done(client.mfa.unenroll({ factorId: id }))
    }
    return enrollFactor(await token(), name, proof)
  },

  removeFactor: async (factorId: string, proof?: OwnerProof): Promise<void> => {
    await removeFactor(await token(), factorId, proof)
    // The session still says what it said before.
    await done(client.refreshSession())
  },
})

const profileOf = (client: Client) => ({
  changeNames: (names: { fullName: string; displayName: string }) =>
    done(client.updateUser({ data: { full_name: names.fullName, display_name: names.displayName } })),

  changeEmail: (email: string) => done(client.updateUser({ email })),

  changePassword: (password: string, proof?: OwnerProof) =>
    done(client.updateUser({ password, ...toProofFields(proof) })),

  /** Mails a code to the address of the account, as a proof for one change. */
  sendProofCode: async (): Promise<void> => void (await done(client.reauthenticate())),
})

/**
 * How far a password, a link or a code has led. `half-confirmed`: a change of address takes the links of two mails, and this was
 * the first. `choose-password`: the address is confirmed, and the account begins without a password.
 */
export type Outcome = 'signed-in' | 'second-factor' | 'choose-password' | 'half-confirmed'

function outcomeOf({ session }: { session: Session | null }): Outcome {
  if (!session) return 'half-confirmed'
  const { needsSecondFactor, choosesPassword } = toUser(session)
  if (needsSecondFactor) return 'second-factor'
  return choosesPassword ? 'choose-password' : 'signed-in'
}

/** The answer of auth-js, or its refusal as an ApiError. */
async function done<Answer extends { data?: unknown; error: AuthError | null }>(
  asked: Promise<Answer>,
): Promise<NonNullable<Extract<Answer, { error: null }>['data']>> {
  const { data, error } = await asked
  if (error) throw toApiError(error)
  return data as NonNullable<Extract<Answer, { error: null }>['data']>
}

const noSession = () => new ApiError(401, 'unauthorized', 'No user is signed in')

/** The server knows no such session any more, so there is nothing left to end. */
const isOver = ({ status }: AuthError): boolean => status === 401 || status === 403 || status === 404

function toApiError(error: AuthError): ApiError {
  const status = error.status ?? 0
  if (isAuthRetryableFetchError(error)) {
    return new ApiError(status, status === 0 || status >= 502 ? 'unreachable' : 'internal', error.message)
  }
  // auth-js gives this code of identity a class of its own, without the code.
  if (isAuthSessionMissingError(error)) return new ApiError(403, 'session_not_found', error.message)
  return new ApiError(status, error.code ?? error.name, error.message)
}
