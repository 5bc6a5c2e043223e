import { Suspense } from 'react'
import { ErrorBoundary } from '../../lib/error-boundary.tsx'
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
    return <TryAgain onClick={retry} />
  }
  if (!user) {
    return (
      <ButtonLink quiet small to="/auth" className={isHydrated ? '' : 'login-at-first'}>
        Login
      </ButtonLink>
    )
  }
  return (
    <ErrorBoundary
      renderInstead={(_error, reset) => (
        <TryAgain onClick={() => void AccountMenu.load().then(reset, () => {})} />
      )}
    >
      <Suspense fallback={<Placeholder />}>
        <AccountMenu user={user} />
      </Suspense>
    </ErrorBoundary>
  )
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button quiet small aria-label="Try again: your account could not be reached" onClick={onClick}>
    Try again
  </Button>
)

function Placeholder() {
  return <span aria-hidden="true" className="h-11 w-32 min-w-11 rounded-pill bg-well" />
}
