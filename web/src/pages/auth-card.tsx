import { useEffect, type ReactNode } from 'react'
import { useAuth } from '../features/auth/use-auth.ts'

/** The sheet that the forms of an account stand on: one column, as wide as a form is easy to read. */
export function AuthCard({ children }: { children: ReactNode }) {
  const { accounts } = useAuth()
  // The code of the accounts is loaded while the visitor reads and types. The caller that needs it handles a failure.
  useEffect(() => void accounts().catch(() => undefined), [accounts])
  return (
    <div className="max-w-120 rounded-card border border-line-strong bg-sheet p-4 min-[400px]:p-6">
      {children}
    </div>
  )
}
