import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { useLocation } from 'react-router-dom'
import type { Caller } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { callerOfAccount, createAuth, type AuthState, type Leaving, type LoadLeaving } from './auth.ts'
import { AuthContext } from './use-auth.ts'

const FreshCodeDialog = lazy(async () => ({
  default: (await import('./fresh-code-dialog.tsx')).FreshCodeDialog,
}))

/** The visitor as the build assumes one. */
const STRANGER: AuthState = { status: 'signed-out', hasLeft: false }

const LogOutDialog = lazy(async () => ({ default: (await import('./log-out-dialog.tsx')).LogOutDialog }))

type AuthProviderProps = { loadLeaving: LoadLeaving; children: ReactNode }

export function AuthProvider({ loadLeaving, children }: AuthProviderProps) {
  const [{ leaves, queryClient }, begin] = useState(firstOfPage)
  const [auth] = useState(() => createAuth(loadLeaving, () => begin(anew)))
  const state = useSyncExternalStore(auth.subscribe, auth.state, () => STRANGER)
  const { freshCode } = auth
  const isCodeAsked = useSyncExternalStore(freshCode.subscribe, freshCode.isAsked, () => false)
  const user = state.status === 'signed-in' && !state.user.needsSecondFactor ? state.user : null
  const userId = user?.id
  const caller = useMemo(() => (userId === undefined ? null : callerOfAccount(auth, userId)), [auth, userId])

  useEffect(() => {
    auth.start()
    return auth.stop
  }, [auth])
  useForgetting(caller?.key, queryClient)
  const wasSignedInHere = useSignedInHere(user !== null)
  const { asked, mayLeave } = useMayLeave(caller, loadLeaving)

  const value = useMemo(
    () => ({ ...auth, state, user, caller, wasSignedInHere, mayLeave }),
    [auth, state, user, caller, wasSignedInHere, mayLeave],
  )
  return (
    <AuthContext value={value}>
      <QueryClientProvider key={leaves} client={queryClient}>
        {children}
      </QueryClientProvider>
      <Suspense>
        {isCodeAsked && user && <FreshCodeDialog user={user} freshCode={freshCode} />}
        {asked && (
          <LogOutDialog
            leaving={asked.leaving}
            onConfirm={async () => asked.answer(true)}
            onClose={() => asked.answer(false)}
          />
        )}
      </Suspense>
    </AuthContext>
  )
}

/** When a visitor has logged out, the page begins anew: without anything that was entered or answered before. */
const firstOfPage = () => ({ leaves: 0, queryClient: createQueryClient() })
const anew = ({ leaves }: { leaves: number }) => ({ leaves: leaves + 1, queryClient: createQueryClient() })

function useSignedInHere(isSignedIn: boolean): boolean {
  const { key } = useLocation()
  const [signedInAt, setSignedInAt] = useState<string | null>(null)
  if (isSignedIn && signedInAt !== key) setSignedInAt(key)
  return signedInAt === key
}

type Asked = { leaving: Leaving; answer: (mayLeave: boolean) => void }

function useMayLeave(caller: Caller | null, loadLeaving: LoadLeaving) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayLeave = useCallback(async () => {
    if (!caller) return true
    const { beforeLeaving } = await loadLeaving()
    const leaving = await beforeLeaving(caller)
    if (!leaving.hasPush && leaving.unsentTicks === 0) return true
    return new Promise<boolean>((resolve) =>
      setAsked({
        leaving,
        answer: (isSure) => {
          setAsked(null)
          resolve(isSure)
        },
      }),
    )
  }, [caller, loadLeaving])
  return { asked, mayLeave }
}

/** Nothing of an account stays in the page when it is left. */
function useForgetting(callerKey: string | undefined, queryClient: QueryClient): void {
  useEffect(() => {
    if (callerKey === undefined) return undefined
    return () => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(callerKey) })
  }, [callerKey, queryClient])
}
