import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useIsHydrated } from './lib/hydration.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { AuthProvider } from './features/auth/auth-provider.tsx'
import { PageLayout } from './pages/page-layout.tsx'
import { PagePlace } from './pages/page-place.tsx'
import { routeOf } from './routes.tsx'
import { ToastPlace } from './ui/toast-place.tsx'

/** Everything inside a router. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  const { Page, isPersonal } = routeOf(useLocation().pathname)
  const isHydrated = useIsHydrated()
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <ToastPlace>
          <PageLayout>{isPersonal && !isHydrated ? <PagePlace /> : <Page />}</PageLayout>
        </ToastPlace>
      </AuthProvider>
    </QueryClientProvider>
  )
}
