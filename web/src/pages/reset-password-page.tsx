import { useLocation, useNavigate } from 'react-router-dom'
import { NewPassword } from '../features/account/new-password.tsx'
import { Unreachable } from '../features/auth/require-sign-in.tsx'
import { returnPathOf } from '../features/auth/return-path.ts'
import { SecondFactor } from '../features/auth/second-factor.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import type { OwnerProof } from '../lib/owner-proof.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'
import { AuthCard } from './auth-card.tsx'
import { PageHead } from './page-head.tsx'

/** After the link of a forgotten password. An account with a second factor asks for it here too. */
export function ResetPasswordPage() {
  const { state, accounts } = useAuth()
  const location = useLocation()
  const navigate = useNavigate()
  const say = useToast()

  async function change(password: string, proof?: OwnerProof): Promise<void> {
    await (await accounts()).changePassword(password, proof)
    say({ title: 'Password changed', text: 'You are logged in.' })
    void navigate(returnPathOf(location.state), { replace: true })
  }

  return (
    <div className="page pb-24">
      <PageHead />
      {state.status === 'loading' && <Spinner label="Loading your account" />}
      {state.status === 'unreachable' && <Unreachable />}
      {state.status === 'signed-out' && (
        <Panel title="Open this page from your reset email" heading="h2">
          <p className="text-ink-2">The link in it brings you back here. No email yet? We’ll send you one.</p>
          <ButtonLink to="/auth/forgot">Email me a reset link</ButtonLink>
        </Panel>
      )}
      {state.status === 'signed-in' && (
        <AuthCard>
          {state.user.needsSecondFactor ? (
            <SecondFactor user={state.user} onDone={() => undefined} />
          ) : (
            <>
              {state.user.choosesPassword && (
                <p className="pb-4">
                  Your address is confirmed. You signed up on another device: choose your password here, so
                  that nobody else can have set it.
                </p>
              )}
              <NewPassword
                email={state.user.email}
                onChange={change}
                onSendCode={async () => (await accounts()).sendProofCode()}
              />
            </>
          )}
        </AuthCard>
      )}
    </div>
  )
}
