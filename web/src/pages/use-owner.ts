import { useAuth } from '../features/auth/use-auth.ts'
import type { SignedInUser } from '../features/auth/user.ts'

/** How the sections of an account ask the owner for a proof. */
export function useOwner({ email, hasPassword }: SignedInUser) {
  const { accounts } = useAuth()
  return { email, hasPassword, onSendCode: async () => (await accounts()).sendProofCode() }
}
