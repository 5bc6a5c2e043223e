import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import type { MailKind, Outcome } from '../features/auth/accounts.ts'
import { Followed, FollowLink } from '../features/auth/follow-link.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { NOTICES } from '../lib/account-texts.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { useToast } from '../ui/toast.tsx'
import { AuthCard } from './auth-card.tsx'
import { PageHead } from './page-head.tsx'

const TITLES: Record<MailKind, string> = {
  signup: 'Confirm your account',
  recovery: 'Forgotten password',
  magiclink: 'Login',
  email_change: 'Confirm your address',
}

/** Where the links of identity's mails lead. */
export function FollowLinkPage() {
  const { user } = useAuth()
  const [params] = useSearchParams()
  const { token, forget } = useAddressToken('account')
  const [shown, setShown] = useState(token)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const kind = toKind(params.get('type'))
  const onVerified = useWayOn(kind, setOutcome)
  useTitle(`${kind ? TITLES[kind] : 'Your account'} | Walkon`)
  // A second link in the same tab is another one.
  if (token !== null && token !== shown) setShown(token)
  // After a reload the link has done its work.
  if (!shown && user) return <Navigate to={kind === 'email_change' ? '/account' : '/'} replace />

  return (
    <div className="page pb-24">
      <PageHead title={kind ? TITLES[kind] : 'Your account'} />
      {kind && shown ? (
        <AuthCard>
          {outcome ? (
            <Arrived kind={kind} outcome={outcome} />
          ) : (
            <FollowLink key={shown} kind={kind} token={shown} onUsed={forget} onVerified={onVerified} />
          )}
        </AuthCard>
      ) : (
        <Panel title="This link is not complete" heading="h2">
          <p className="text-ink-2">Please open the link in the newest mail we sent you.</p>
          <ButtonLink to="/auth">Login</ButtonLink>
        </Panel>
      )}
    </div>
  )
}

/** Some links lead to another page, the others say here what they did. */
function useWayOn(kind: MailKind | undefined, onArrived: (outcome: Outcome) => void) {
  const navigate = useNavigate()
  const say = useToast()
  return (outcome: Outcome) => {
    if (kind === 'recovery' || outcome === 'choose-password')
      return navigate('/auth/reset', { replace: true })
    if (outcome === 'second-factor') return navigate('/auth', { replace: true })
    if (kind !== 'magiclink') return onArrived(outcome)
    say(NOTICES.loggedIn)
    return navigate('/', { replace: true })
  }
}

function Arrived({ kind, outcome }: { kind: MailKind; outcome: Outcome }) {
  if (outcome === 'half-confirmed') {
    return (
      <Followed title="One of two">
        <p className="text-ink-2">
          This address is confirmed. Now open the link in the mail to the other address too: after that the
          change is made.
        </p>
      </Followed>
    )
  }
  if (kind === 'email_change') {
    return (
      <Followed title="Your address is changed">
        <p className="text-ink-2">From now on you log in with it.</p>
        <ButtonLink to="/account">Your account</ButtonLink>
      </Followed>
    )
  }
  return (
    <Followed title="Your account is confirmed">
      <p className="text-ink-2">
        You are logged in. Choose a park and your days, and we watch its rides for you.
      </p>
      <ButtonLink to="/">Choose a park</ButtonLink>
    </Followed>
  )
}

const toKind = (type: string | null): MailKind | undefined =>
  type !== null && Object.hasOwn(TITLES, type) ? (type as MailKind) : undefined
