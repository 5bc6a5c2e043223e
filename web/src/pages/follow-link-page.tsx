import { useState, type ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import type { MailKind, Outcome } from '../features/auth/accounts.ts'
import { FollowLink } from '../features/auth/follow-link.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { NOTICES } from '../lib/account-texts.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { AuthCard } from './auth-card.tsx'
import { PageHead } from './page-head.tsx'

const TITLES: Record<MailKind, string> = {
  signup: 'Confirm your account',
  recovery: 'Choose a new password',
  magiclink: 'Login',
  email_change: 'Confirm your address',
}

/** The page of the links in identity's mails. */
export function FollowLinkPage() {
  const { user } = useAuth()
  const [params] = useSearchParams()
  const { token, forget } = useAddressToken('account')
  const [shown, setShown] = useState(token)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSpent, setSpent] = useState(false)
  const kind = toKind(params.get('type'))
  const onVerified = useWayOn(kind, setOutcome)
  // A second link in the same tab is another one.
  if (token !== null && token !== shown) {
    setShown(token)
    setSpent(false)
    setOutcome(null)
  }
  const title = titleOf(shown ? kind : undefined, outcome, isSpent)
  // After a reload the link has done its work.
  if (!shown && user) return <Navigate to={kind === 'email_change' ? '/account' : '/'} replace />

  return (
    <div className="page pb-24">
      {/* Another title is another state of the page. */}
      <PageHead key={title} title={title} takesFocus={outcome !== null || isSpent} />
      <AuthCard>
        {!kind || !shown ? (
          <IncompleteLink />
        ) : outcome ? (
          <Arrived kind={kind} outcome={outcome} />
        ) : (
          <FollowLink
            key={shown}
            kind={kind}
            token={shown}
            onUsed={forget}
            onVerified={onVerified}
            onSpent={() => setSpent(true)}
          />
        )}
      </AuthCard>
    </div>
  )
}

function titleOf(kind: MailKind | undefined, outcome: Outcome | null, isSpent: boolean): string {
  if (!kind) return 'This link is incomplete'
  if (outcome === 'half-confirmed') return 'One of two addresses confirmed'
  if (outcome) return kind === 'email_change' ? 'Your address has changed' : 'Your account is confirmed'
  return isSpent ? 'This link no longer works' : TITLES[kind]
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
  if (outcome === 'half-confirmed')
    return (
      <Next text="Now open the link in the email to the other address. Your address changes once both are confirmed." />
    )
  if (kind === 'email_change')
    return (
      <Next text="From now on, log in with your new address.">
        <ButtonLink to="/account">Your account</ButtonLink>
      </Next>
    )
  return (
    <Next text="You are logged in. Choose a park and your days, and we’ll watch its rides for you.">
      <ButtonLink to="/">Choose a park</ButtonLink>
    </Next>
  )
}

const IncompleteLink = () => (
  <Next text="Please open the link in the newest email we sent you.">
    <ButtonLink to="/auth">Login</ButtonLink>
  </Next>
)

const Next = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="grid justify-items-start gap-4">
    <p className="text-ink-2">{text}</p>
    {children}
  </div>
)

const toKind = (type: string | null): MailKind | undefined =>
  type !== null && Object.hasOwn(TITLES, type) ? (type as MailKind) : undefined
