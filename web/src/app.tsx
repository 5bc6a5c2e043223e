import { useLocation } from 'react-router-dom'
import { useIsHydrated } from './lib/hydration.tsx'
import { AuthProvider } from './features/auth/auth-provider.tsx'
import { PageLayout } from './pages/page-layout.tsx'
import { PagePlace } from './pages/page-place.tsx'
import { routeOf } from './routes.tsx'
import { ToastPlace } from './ui/toast-place.tsx'

const loadLeaving = () => import('./pages/leaving.ts')

/** Everything inside a router. */
export function App() {
  const { Page, isPersonal, Bar } = routeOf(useLocation().pathname)
  const isHydrated = useIsHydrated()
  return (
    <ToastPlace>
      <AuthProvider loadLeaving={loadLeaving}>
        <PageLayout Bar={Bar}>{isPersonal && !isHydrated ? <PagePlace /> : <Page />}</PageLayout>
      </AuthProvider>
    </ToastPlace>
  )
}
