import { useEffect, type ComponentType, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Caller } from '../../lib/api.ts'
import { useToast } from '../../ui/toast.tsx'
import { RequireSignIn } from './require-sign-in.tsx'
import type { Role, SignedInUser } from './user.ts'

const REFUSALS = {
  moderator: 'You need moderator privileges to access this page',
  support: 'You need support privileges to access this page',
  admin: 'You do not have admin privileges',
} as const satisfies Record<Role, string>

type RequireRoleProps = {
  role: Role
  /** Sets up the second factor of an account that has none. */
  SetUp: ComponentType<{ user: SignedInUser }>
  children: (caller: Caller) => ReactNode
}

/**
 * A page for a role; an admin opens each. Others are told why and sent home (companion, section 6). An account without the second factor that
 * the services ask for sets it up here, and then is in. It only hides the page: the services decide.
 */
export function RequireRole({ role, SetUp, children }: RequireRoleProps) {
  return (
    <RequireSignIn>
      {(user, caller) => {
        const { roles, factors } = user
        if (!roles.includes(role) && !roles.includes('admin')) return <Denied text={REFUSALS[role]} />
        return role !== 'moderator' && factors.length === 0 ? (
          <FactorMissing>
            <SetUp user={user} />
          </FactorMissing>
        ) : (
          children(caller)
        )
      }}
    </RequireSignIn>
  )
}

const FactorMissing = ({ children }: { children: ReactNode }) => (
  <>
    <p className="max-w-180 pb-4">
      This page opens with a code from an authenticator app, and your account has no app yet. Set one up here:
      the page then opens by itself.
    </p>
    {children}
  </>
)

function Denied({ text }: { text: string }) {
  const show = useToast()
  useEffect(() => show({ title: 'Access Denied', text, kind: 'error' }), [show, text])
  return <Navigate to="/" replace />
}
