import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Caller } from '../../lib/api.ts'
import { Failure } from '../../ui/failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toReturnState } from './return-path.ts'
import { useAuth } from './use-auth.ts'
import type { SignedInUser } from './user.ts'

type RequireSignInProps = {
  /** Loads code that the children need. It is on its way while the session is restored. */
  load?: () => Promise<unknown>
  children: (user: SignedInUser, caller: Caller) => ReactNode
}

/** A page for those who are signed in. Others log in first, and come back (core, section 2). */
export function RequireSignIn({ load, children }: RequireSignInProps) {
  const { state, user, caller, wasSignedInHere } = useAuth()
  const location = useLocation()
  const mayBeSignedIn = state.status !== 'signed-out'
  useEffect(() => {
    // The part that needs the code tries again, and says what is missing.
    if (mayBeSignedIn) load?.().catch(() => undefined)
  }, [mayBeSignedIn, load])

  if (state.status === 'loading') return <Spinner label="Loading your account" />
  if (state.status === 'unreachable') return <Unreachable />
  if (user && caller) return children(user, caller)
  // A visitor who logs out here wants to leave the page, not to come back to it.
  if (state.status === 'signed-out' && state.hasLeft && wasSignedInHere) return <Navigate to="/" replace />
  return <Navigate to="/auth" replace state={toReturnState(location)} />
}

/** The session may be alive and well: nothing is ended only because it could not be asked for. */
export function Unreachable() {
  const { retry } = useAuth()
  return (
    <Failure title="Your account could not be reached" onRetry={retry}>
      You are not logged out. Please check your connection and try again.
    </Failure>
  )
}
