import { Suspense } from 'react'
import { later } from '../../lib/later.ts'
import { useIsHydrated } from '../../lib/hydration.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useAuth } from './use-auth.ts'

const AccountMenu = later(() => import('./account-menu.tsx'), 'AccountMenu')

/** The corner of the head: Login, or who is signed in. It takes its place while that is not known yet. */
export function AccountCorner() {
  const { state, user, retry } = useAuth()
  const isHydrated = useIsHydrated()
  if (state.status === 'loading') return <Placeholder />
  if (state.status === 'unreachable') {
    return (
      <Button quiet small aria-label="Try again: your account could not be reached" onClick={retry}>
        Try again
      </Button>
    )
  }
  if (!user) {
    return (
      <ButtonLink quiet small to="/auth" className={isHydrated ? '' : 'login-at-first'}>
        Login
      </ButtonLink>
    )
  }
  return (
    <Suspense fallback={<Placeholder />}>
      <AccountMenu email={user.email} />
    </Suspense>
  )
}

function Placeholder() {
  return <span aria-hidden="true" className="h-11 w-32 min-w-11 rounded-pill bg-well" />
}
