import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import type { Outcome } from '../features/auth/accounts.ts'
import { CheckMail } from '../features/auth/check-mail.tsx'
import { MailRequest } from '../features/auth/mail-request.tsx'
import { returnPathOf } from '../features/auth/return-path.ts'
import { SecondFactor } from '../features/auth/second-factor.tsx'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { TextRequest } from '../features/auth/text-request.tsx'
import { SignUpForm } from '../features/auth/sign-up-form.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { NOTICES } from '../lib/account-texts.ts'
import { isOffered } from '../lib/offers.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useToast } from '../ui/toast.tsx'
import { AuthCard } from './auth-card.tsx'
import { PageHead } from './page-head.tsx'

const TABS = [
  { id: 'login', name: 'Login', path: '/auth' },
  { id: 'sign-up', name: 'Sign Up', path: '/auth?tab=sign-up' },
] as const

/** The page to log in or sign up. A visitor who is signed in goes back to the page before. */
export function AuthPage() {
  const { state, user } = useAuth()
  const location = useLocation()
  const say = useToast()
  const onSignedIn = (outcome: Outcome) => {
    if (outcome === 'signed-in') say(NOTICES.loggedIn)
  }

  if (user?.choosesPassword) return <Navigate to="/auth/reset" state={location.state} replace />
  if (user) return <Navigate to={returnPathOf(location.state)} replace />
  return (
    <div className="page pb-24">
      {state.status === 'loading' && <Spinner label="Loading your account" />}
      {state.status === 'signed-in' && (
        <>
          <PageHead title="One more step" />
          <AuthCard>
            <SecondFactor user={state.user} onDone={() => onSignedIn('signed-in')} />
          </AuthCard>
        </>
      )}
      {(state.status === 'signed-out' || state.status === 'unreachable') && (
        <Entrance onSignedIn={onSignedIn} />
      )}
    </div>
  )
}

function Entrance({ onSignedIn }: { onSignedIn: (outcome: Outcome) => void }) {
  const location = useLocation()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'sign-up' ? 'sign-up' : 'login'
  const [email, setEmail] = useState('')
  const returnPath = returnPathOf(location.state)
  const wantsAlerts = /^\/(manage|ride)-alerts/.test(returnPath)
  const wantsNewAlerts = returnPath.startsWith('/get-alerts')
  const shared = { email, onEmailChange: setEmail, onSignedIn }

  return (
    <>
      <PageHead
        title="Your account"
        tabTitle={tab === 'login' ? 'Login' : 'Sign Up'}
        lede="Your alerts on every device. No digging through email."
      >
        {wantsNewAlerts && (
          <div className="flex max-w-120 flex-wrap items-center gap-x-4 gap-y-3 border-l-8 border-line-strong pl-4">
            <p>
              <b>Alerts need no account.</b> Log in to have your rides on every device.
            </p>
            <ButtonLink quiet small to={`/${/\?park=[\w-]+/.exec(returnPath)?.[0] ?? ''}#alerts`}>
              Continue with just your email
            </ButtonLink>
          </div>
        )}
        {wantsAlerts && (
          <p className="max-w-120 border-l-8 border-line-strong pl-4">
            <b>Please log in to manage your alert subscriptions.</b> Or open “Change your rides” in any alert
            email: you don’t need an account for that.
          </p>
        )}
      </PageHead>
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[480px_minmax(0,1fr)]">
        <div>
          <AuthCard>
            <Tabs
              label="Login or sign up"
              tabs={TABS}
              selected={tab}
              // Not a step of its own: going back leads to the page before.
              onSelect={(id) =>
                setParams(id === 'login' ? {} : { tab: id }, { replace: true, state: location.state })
              }
            >
              {tab === 'login' ? <LoginTab {...shared} /> : <SignUpTab {...shared} />}
            </Tabs>
          </AuthCard>
          <p className="max-w-120 pt-4 text-14 text-ink-2">
            By creating an account you agree to our <Link to="/terms">Terms</Link>. See{' '}
            <Link to="/privacy">Privacy</Link> for how we use your data.
          </p>
        </div>
        <Reasons />
      </div>
    </>
  )
}

const REASONS = [
  [
    'All your parks in one place',
    'Rides, limits and days, on your phone in the park or at home before the trip.',
  ],
  ['Your recent alerts', 'The last 24 hours, even if you deleted the email.'],
  ['Your data is yours', 'Download or delete it any time.'],
]

/** Reasons for an account. Alerts need none. */
function Reasons() {
  return (
    <div className="grid max-w-120 gap-4">
      {REASONS.map(([title, text]) => (
        <div key={title} className="border-t border-line pt-4">
          <h2 className="text-22 leading-7">{title}</h2>
          <p className="text-ink-2">{text}</p>
        </div>
      ))}
      <p className="border-t border-line pt-4 text-ink-2">
        You don’t need an account for alerts: <Link to="/">choose a park</Link> and enter your email.
      </p>
    </div>
  )
}

type TabProps = {
  email: string
  onEmailChange: (email: string) => void
  onSignedIn: (outcome: Outcome) => void
}

function LoginTab({ email, onEmailChange, onSignedIn }: TabProps) {
  const [way, setWay] = useState<'password' | 'magiclink' | 'signup' | 'text'>('password')
  if (way === 'password') {
    return (
      <SignInForm
        email={email}
        onEmailChange={onEmailChange}
        onSignedIn={onSignedIn}
        onLinkWanted={() => setWay('magiclink')}
        onTextWanted={() => setWay('text')}
        onConfirmWanted={() => setWay('signup')}
      />
    )
  }
  return (
    <div className="grid gap-4">
      {way === 'text' ? (
        <TextRequest onVerified={onSignedIn} />
      ) : (
        <MailRequest kind={way} email={email} onVerified={onSignedIn} />
      )}
      <div className="flex flex-wrap justify-center gap-x-6">
        <button type="button" className="text-link" onClick={() => setWay('password')}>
          Log in with your password
        </button>
        {way === 'text' && (
          <button type="button" className="text-link" onClick={() => setWay('magiclink')}>
            Email me a login link
          </button>
        )}
        {way === 'magiclink' && isOffered('texts') && (
          <button type="button" className="text-link" onClick={() => setWay('text')}>
            Text me a code instead
          </button>
        )}
      </div>
    </div>
  )
}

function SignUpTab({ email, onEmailChange, onSignedIn }: TabProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) return <SignUpForm email={email} onEmailChange={onEmailChange} onSent={setSentTo} />
  return <CheckMail kind="signup" email={sentTo} onVerified={onSignedIn} onBack={() => setSentTo(null)} />
}
