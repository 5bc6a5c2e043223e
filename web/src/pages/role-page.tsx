import { Fragment, type ReactNode } from 'react'
import { RequireRole } from '../features/auth/require-role.tsx'
import type { Role } from '../features/auth/user.ts'
import type { Caller } from '../lib/api.ts'
import { PageHead } from './page-head.tsx'

type RolePageProps = { role: Role; children: (caller: Caller) => ReactNode }

/** A page for admins, or for moderators and admins. Another account begins it anew. */
export const RolePage = ({ role, children }: RolePageProps) => (
  <div className="page min-h-dvh pb-24">
    <PageHead />
    <RequireRole role={role}>
      {(caller) => <Fragment key={caller.key}>{children(caller)}</Fragment>}
    </RequireRole>
  </div>
)
