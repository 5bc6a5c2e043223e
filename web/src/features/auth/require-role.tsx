import { useEffect, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Caller } from '../../lib/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { RequireSignIn } from './require-sign-in.tsx'
import type { Role } from './user.ts'

const REFUSALS = {
  moderator: 'You need moderator privileges to access this page',
  support: 'You need support privileges to access this page',
  admin: 'You do not have admin privileges',
} as const satisfies Record<Role, string>

type RequireRoleProps = { role: Role; children: (caller: Caller) => ReactNode }

/**
 * A page for a role; an admin opens each. Others are told why and sent home (companion, section 6). An account without the second factor that
 * the services ask for is shown where to set it up. It only hides the page: the services decide.
 */
export function RequireRole({ role, children }: RequireRoleProps) {
  return (
    <RequireSignIn>
      {({ roles, factors }, caller) => {
        if (!roles.includes(role) && !roles.includes('admin')) return <Denied text={REFUSALS[role]} />
        return role !== 'moderator' && factors.length === 0 ? <FactorMissing /> : children(caller)
      }}
    </RequireSignIn>
  )
}

const FactorMissing = () => (
  <Panel title="A second factor opens this page" heading="h2">
    <p className="text-ink-2">
      It takes a code from an authenticator app, and your account has none yet. Set one up, then come back.
    </p>
    <ButtonLink to="/account">Set up the second factor</ButtonLink>
  </Panel>
)

function Denied({ text }: { text: string }) {
  const show = useToast()
  useEffect(() => show({ title: 'Access Denied', text, kind: 'error' }), [show, text])
  return <Navigate to="/" replace />
}
