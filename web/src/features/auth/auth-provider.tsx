import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { callerOfAccount, createAuth, type AuthState } from './auth.ts'
import { AuthContext } from './use-auth.ts'

const FreshCodeDialog = lazy(async () => ({
  default: (await import('./fresh-code-dialog.tsx')).FreshCodeDialog,
}))

/** What the build takes a visitor for. */
const STRANGER: AuthState = { status: 'signed-out', hasLeft: false }

export function AuthProvider({ children }: { children: ReactNode }) {
  const [auth] = useState(createAuth)
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
  useForgetting(caller?.key)

  const value = useMemo(() => ({ ...auth, state, user, caller }), [auth, state, user, caller])
  return (
    <AuthContext value={value}>
      {children}
      {isCodeAsked && user && (
        <Suspense>
          <FreshCodeDialog user={user} freshCode={freshCode} />
        </Suspense>
      )}
    </AuthContext>
  )
}

/** Nothing of an account stays in the page when it is left. */
function useForgetting(callerKey: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (callerKey === undefined) return undefined
    return () => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(callerKey) })
  }, [callerKey, queryClient])
}
