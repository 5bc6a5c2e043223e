import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { BadLink } from '../lib/bad-link.tsx'
import { callerOfMail } from '../lib/link-caller.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { ManagedAlerts } from './managed-alerts.tsx'
import { PageHead } from './page-head.tsx'

/**
 * The visitor's alerts. The link in every alert opens them without an account. While it is there it decides whose alerts are shown, because
 * it may be about another address than the account.
 */
export function ManageAlertsPage() {
  const { token, forget } = useAddressToken('manage')
  const [params, setParams] = useSearchParams()
  const isOldText = params.get('link') === 'text'
  const [isRefused, setRefused] = useState(false)
  const isOld = isRefused || isOldText
  const holder = useMemo(() => (token ? callerOfMail(token) : null), [token])
  const { user } = useAuth()
  const refuse = useCallback(() => {
    forget()
    setRefused(true)
  }, [forget])
  function showOwn(): void {
    setRefused(false)
    setParams({}, { replace: true })
  }
  return (
    <div className="page min-h-dvh pb-16">
      <PageHead isCompact>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1 empty:hidden">
          {user && !isOld && (
            <WhoseAlerts email={user.email} isOfMail={holder !== null} onOwnWanted={forget} />
          )}
          {user && !holder && <Link to="/manage-restaurant-alerts">Your restaurant alerts</Link>}
        </div>
      </PageHead>
      {isOld && <OldLink of={isOldText ? 'text' : 'mail'} email={user?.email} onOwnWanted={showOwn} />}
      {!isOld && holder && <ManagedAlerts key={holder.key} caller={holder} onRefused={refuse} />}
      {!isOld && !holder && (
        <RequireSignIn>
          {(_user, caller) => <ManagedAlerts key={caller.key} caller={caller} isAccount />}
        </RequireSignIn>
      )}
    </div>
  )
}

type WhoseAlertsProps = { email: string; isOfMail: boolean; onOwnWanted: () => void }

/** For a visitor who is signed in: the account's alerts, or those of the mail that was opened. */
function WhoseAlerts({ email, isOfMail, onOwnWanted }: WhoseAlertsProps) {
  if (!isOfMail) {
    return (
      <p className="wrap-anywhere">
        Logged in as <b>{email}</b>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>You opened this from one of our messages, so you see the alerts for its address.</p>
      <Button quiet small className="wrap-anywhere" onClick={onOwnWanted}>
        Show the alerts for {email}
      </Button>
    </div>
  )
}

type OldLinkProps = { of: 'mail' | 'text'; email: string | undefined; onOwnWanted: () => void }

/** A manage link ends after thirty days, and a text's with its alert. Its alerts are one link, or one login, away. */
function OldLink({ of, email, onOwnWanted }: OldLinkProps) {
  return (
    <BadLink
      title="This link no longer works"
      text={
        of === 'text'
          ? 'This link is old or cut off. Open the link in our newest alert text, or log in.'
          : 'This link is old or cut off. Open “Change your rides” in your newest alert email, or log in.'
      }
    >
      <Button small className="wrap-anywhere" onClick={onOwnWanted}>
        {email ? `Show the alerts for ${email}` : 'Login'}
      </Button>
    </BadLink>
  )
}
