import { Fragment, type ReactNode } from 'react'
import { RequireRole } from '../features/auth/require-role.tsx'
import type { Role } from '../features/auth/user.ts'
import type { Caller } from '../lib/api.ts'
import { PageHead } from './page-head.tsx'

type RolePageProps = { role: Role; children: (caller: Caller) => ReactNode }

/** A tool is open all day: its heading is small, and its controls are 32 px high for a mouse. */
const TOOL =
  '[&>:first-child]:pt-4 [&>:first-child]:pb-2 [&>:first-child>h1]:text-28 [&>:first-child>h1]:leading-8 pointer-fine:[&_.btn--small]:min-h-8 pointer-fine:[&_.btn--small]:px-3.5'

/** A page for admins, or for moderators and admins. Another account begins it anew. */
export const RolePage = ({ role, children }: RolePageProps) => (
  <div className={`page min-h-dvh pb-24 ${TOOL}`}>
    <PageHead />
    <RequireRole role={role}>
      {(caller) => <Fragment key={caller.key}>{children(caller)}</Fragment>}
    </RequireRole>
  </div>
)
