import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoutes } from 'react-router-dom'
import { AuthProvider } from './features/auth/auth-provider.tsx'
import { routes } from './routes.tsx'
import { Toasts } from './ui/toast.tsx'

/** Everything inside a router. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <Toasts>{useRoutes(routes)}</Toasts>
      </AuthProvider>
    </QueryClientProvider>
  )
}

/** Queries are not retried and not repeated on focus (core, section 7); a failure is shown, with its next try. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
