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
      <ButtonLink quiet small to="/auth" className={isHydrated ? '' : AS_PLACEHOLDER}>
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

/** Prerendered pages have Login. `public/theme.js` sets the mark for a visitor who may be signed in. */
const AS_PLACEHOLDER =
  'in-[[data-may-be-signed-in]]:pointer-events-none in-[[data-may-be-signed-in]]:w-32 in-[[data-may-be-signed-in]]:border-transparent! in-[[data-may-be-signed-in]]:bg-well! in-[[data-may-be-signed-in]]:text-transparent!'

function Placeholder() {
  return <span aria-hidden="true" className="h-11 w-32 min-w-11 rounded-pill bg-well" />
}
