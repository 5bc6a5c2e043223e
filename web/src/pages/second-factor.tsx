import { SecondFactorSection } from '../features/account/second-factor-section.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import type { SignedInUser } from '../features/auth/user.ts'
import { useToast } from '../ui/toast.tsx'
import { useOwner } from './use-owner.ts'

/** The authenticator apps of an account: on its page, and at the door of a room that asks for one. */
export function SecondFactor({ user }: { user: SignedInUser }) {
  const { accounts } = useAuth()
  const say = useToast()
  return (
    <SecondFactorSection
      {...useOwner(user)}
      factors={user.factors}
      onEnroll={async (name, proof) => (await accounts()).enrollFactor(name, proof)}
      onVerify={async (id, code) => {
        await (await accounts()).verifyFactor(id, code)
        say({ title: 'Second factor is on', text: 'You’ll need a code from your app to log in.' })
      }}
      onRemove={async (id, proof) => {
        await (await accounts()).removeFactor(id, proof)
        say({ title: 'Authenticator app removed' })
      }}
    />
  )
}
