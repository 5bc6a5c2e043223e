import { ApiError, type Caller } from '../../lib/api.ts'
import type { Accounts } from './accounts.ts'
import { createFreshCode } from './fresh-code.ts'
import { createSessionStore, SESSION_KEY, SIGNED_IN_MARK } from './session-store.ts'
import type { SignedInUser } from './user.ts'

export type AuthState =
  | { status: 'loading' }
  /** There may be a session; the server could not be asked. */
  | { status: 'unreachable' }
  /** `hasLeft`: by the visitor's own wish, in this tab. */
  | { status: 'signed-out'; hasLeft: boolean }
  | { status: 'signed-in'; user: SignedInUser }

/** Things that logging out ends in addition to the session. */
export type Leaving = { hasPush: boolean; unsentTicks: number }

/** Changes when a visitor logs out (lib/device-keys.ts). */
const LEFT = 'walkon.left'

export type LoadLeaving = () => Promise<{
  /** Returns the things that logging out would end. Ticks are sent first. */
  beforeLeaving: (caller: Caller) => Promise<Leaving>
  /** While the session still is. */
  onLeaving: (caller: Caller) => Promise<void>
}>

const LOADING: AuthState = { status: 'loading' }

export type Auth = ReturnType<typeof createAuth>

/** The signed-in account, over the life of the page. auth-js is loaded when a visitor is signed in, or is about to sign in. */
export function createAuth(loadLeaving: LoadLeaving, onLeft: () => void) {
  const store = createSessionStore()
  const { state, subscribe, change } = createHolder(
    store.mayHaveSession() ? LOADING : { status: 'signed-out', hasLeft: false },
  )
  const onUser = (user: SignedInUser | null) =>
    change(user ? { status: 'signed-in', user } : { status: 'signed-out', hasLeft: leave.isUnderWay() })

  const { accounts, close } = createOpener(async () => {
    const { openAccounts } = await import('./accounts.ts')
    return openAccounts(store, onUser)
  })

  const leave = createLeave({ accounts, state, loadLeaving, onLeft })

  async function restore(): Promise<void> {
    // auth-js would try for half a minute. The event `online` asks again.
    if (!navigator.onLine) return change({ status: 'unreachable' })
    change(LOADING)
    try {
      const { restore: ask } = await accounts()
      await ask()
      if (state().status === 'loading') change({ status: 'signed-out', hasLeft: false })
    } catch {
      if (state().status === 'loading') change({ status: 'unreachable' })
    }
  }

  function retry(): void {
    if (state().status === 'unreachable') void restore()
  }

  function onStorage({ key, newValue }: StorageEvent): void {
    if (key === LEFT && newValue !== null)
      void import('../../lib/device-keys.ts').then(({ forgetTab }) => forgetTab())
    if (key !== SIGNED_IN_MARK) return
    if (newValue !== null && state().status === 'signed-out') void restore()
    if (newValue === null && state().status !== 'signed-out') {
      store.removeItem(SESSION_KEY)
      change({ status: 'signed-out', hasLeft: false })
    }
  }

  return {
    state,
    subscribe,
    accounts,
    retry,
    freshCode: createFreshCode(),
    ...createActions(accounts, leave.by),

    start: () => {
      addEventListener('storage', onStorage)
      addEventListener('online', retry)
      if (state().status === 'loading') void restore()
    },
    stop: () => {
      removeEventListener('storage', onStorage)
      removeEventListener('online', retry)
      close()
    },
  }
}

type LeaveDeps = {
  accounts: () => Promise<Accounts>
  state: () => AuthState
  loadLeaving: LoadLeaving
  /** When all is ended. */
  onLeft: () => void
}

/** Leaving on purpose shows another page than a session that was ended from elsewhere, and ends what names the person on the device. */
function createLeave({ accounts, state, loadLeaving, onLeft }: LeaveDeps) {
  let isLeaving = false
  return {
    isUnderWay: () => isLeaving,
    by: async (way: (here: Accounts) => Promise<unknown>): Promise<void> => {
      isLeaving = true
      try {
        const here = await accounts()
        const now = state()
        if (now.status === 'signed-in') {
          const { onLeaving } = await loadLeaving()
          await onLeaving({ key: now.user.id, token: here.token })
        }
        await way(here)
        here.forgetPerson()
        onLeft()
      } finally {
        isLeaving = false
      }
    },
  }
}

/** The visitor's acts about being signed in. */
function createActions(
  accounts: () => Promise<Accounts>,
  leaveBy: (way: (here: Accounts) => Promise<unknown>) => Promise<void>,
) {
  return {
    signIn: async (credentials: Parameters<Accounts['signIn']>[0]) => (await accounts()).signIn(credentials),
    /** The applicant is not signed in by it: the address is confirmed first. */
    signUp: async (applicant: Parameters<Accounts['signUp']>[0]): Promise<void> => {
      await (await accounts()).signUp(applicant)
    },
    signOut: () => leaveBy((here) => here.signOut()),
    signOutEverywhere: () => leaveBy((here) => here.signOutEverywhere()),
    /** After the account itself is gone. */
    leave: () => leaveBy((here) => here.leave()),
  }
}

/** Opens the accounts once, when they are first asked for; an attempt that failed may be repeated. */
function createOpener(open: () => Promise<Accounts>) {
  let opened: Promise<Accounts> | undefined
  return {
    accounts: (): Promise<Accounts> => {
      opened ??= open().catch(() => {
        opened = undefined
        throw new ApiError(0, 'unreachable', 'The account code could not be loaded')
      })
      return opened
    },
    close: (): void => {
      void opened?.then((here) => here.close()).catch(() => undefined)
      opened = undefined
    },
  }
}

/** The state, and who wants to hear of it. Equal states are one state: tokens come and go, and no page is drawn again. */
function createHolder(first: AuthState) {
  const listeners = new Set<() => void>()
  let state = first
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: (next: AuthState): void => {
      if (JSON.stringify(next) === JSON.stringify(state)) return
      state = next
      for (const listener of listeners) listener()
    },
  }
}

/** The account as the one who asks: its queries outlive its access tokens. */
export function callerOfAccount(auth: Auth, userId: string): Caller {
  return {
    key: `account:${userId}`,
    token: async () => (await auth.accounts()).token(),
    renew: async (refused) => (await auth.accounts()).renew(refused),
    showFactor: auth.freshCode.ask,
  }
}
