import { createContext, useContext } from 'react'
import type { Caller } from '../../lib/api.ts'
import type { Auth, AuthState } from './auth.ts'
import type { SignedInUser } from './user.ts'

export type AuthValue = Omit<Auth, 'state' | 'subscribe' | 'start' | 'stop'> & {
  state: AuthState
  /** The signed-in account, with all that it asks for; null while there is none, or none is known yet. */
  user: SignedInUser | null
  /** The same, as the one who asks the services. */
  caller: Caller | null
  /** True if a visitor was signed in on the page that is open now, and may have logged out there. */
  wasSignedInHere: boolean
  /** Says first what logging out ends, where it ends more than the session; false where the visitor stays. */
  mayLeave: () => Promise<boolean>
}

export const AuthContext = createContext<AuthValue | null>(null)

export function useAuth(): AuthValue {
  const value = useContext(AuthContext)
  if (!value) throw new Error('useAuth must be used within the auth provider')
  return value
}
