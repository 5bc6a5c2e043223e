import { Button } from '../../ui/button.tsx'
import { useLogOut } from './account-menu.tsx'
import { FactorCode } from './factor-code.tsx'
import type { SignedInUser } from './user.ts'

/** After the password: the code of the app that the account asks for. */
export function SecondFactor({ user, onDone }: { user: SignedInUser; onDone: () => void }) {
  const logOut = useLogOut()
  return (
    <div className="grid gap-6">
      <p className="wrap-anywhere text-ink-2">
        You are logging in as <b className="text-ink">{user.email}</b>. Open your authenticator app, and enter
        the code that it shows for Walkon.
      </p>
      <FactorCode user={user} hint="six digits, from your app" onDone={onDone} />
      <Button quiet small className="justify-self-start" onClick={() => void logOut()}>
        Use another account
      </Button>
    </div>
  )
}
