import { Fragment, type ReactNode } from 'react'
import { RequireRole } from '../features/auth/require-role.tsx'
import type { Role } from '../features/auth/user.ts'
import type { Caller } from '../lib/api.ts'
import { PageHead } from './page-head.tsx'
import { SecondFactor } from './second-factor.tsx'

type RolePageProps = {
  role: Role
  /** True if the content has a heading that says more: the page's own is then for screen readers. */
  hidesHead?: boolean
  children: (caller: Caller) => ReactNode
}

/** A tool is open all day: its heading is small, and its controls are 32 px high for a mouse, its fields 36 px. */
const TOOL =
  '[&>:first-child+section]:border-t-0 [&>:first-child+section]:pt-0 [&>:first-child>*]:pt-4 [&>:first-child>*]:pb-2 [&_h1]:text-28 [&_h1]:leading-8 pointer-fine:[&_.btn]:min-h-8 pointer-fine:[&_.btn]:px-3.5 pointer-fine:[&_.btn]:text-14 pointer-fine:[&_.input]:min-h-9 pointer-fine:[&_.input]:py-1 pointer-fine:[&_.input]:text-14 pointer-fine:[&_select+span]:top-1.5'

/** A page for admins, or for moderators and admins. Another account begins it anew. */
export const RolePage = ({ role, hidesHead = false, children }: RolePageProps) => (
  <div className={`page pb-24 ${TOOL}`}>
    <div className={hidesHead ? 'sr-only' : ''}>
      <PageHead />
    </div>
    <RequireRole role={role} SetUp={SecondFactor}>
      {(caller) => <Fragment key={caller.key}>{children(caller)}</Fragment>}
    </RequireRole>
  </div>
)
