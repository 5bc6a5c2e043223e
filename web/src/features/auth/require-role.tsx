import { useEffect, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Caller } from '../../lib/api.ts'
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
 * A page for a role; an admin opens each. Others are told why and sent home (companion, section 6). It only hides the page: the
 * services decide.
 */
export function RequireRole({ role, children }: RequireRoleProps) {
  return (
    <RequireSignIn>
      {({ roles }, caller) =>
        roles.includes(role) || roles.includes('admin') ? children(caller) : <Denied text={REFUSALS[role]} />
      }
    </RequireSignIn>
  )
}

function Denied({ text }: { text: string }) {
  const show = useToast()
  useEffect(() => show({ title: 'Access Denied', text, kind: 'error' }), [show, text])
  return <Navigate to="/" replace />
}
