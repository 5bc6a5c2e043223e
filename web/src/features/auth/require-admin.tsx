import { useEffect, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Caller } from '../../lib/api.ts'
import { useToast } from '../../ui/toast.tsx'
import { RequireSignIn } from './require-sign-in.tsx'

/** A page for admins. Others are told why and sent home (companion, section 6). It only hides the page: the services decide. */
export function RequireAdmin({ children }: { children: (caller: Caller) => ReactNode }) {
  return (
    <RequireSignIn>
      {({ roles }, caller) => (roles.includes('admin') ? children(caller) : <Denied />)}
    </RequireSignIn>
  )
}

function Denied() {
  const show = useToast()
  useEffect(
    () => show({ title: 'Access Denied', text: 'You do not have admin privileges', kind: 'error' }),
    [show],
  )
  return <Navigate to="/" replace />
}
