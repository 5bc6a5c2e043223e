import { useNavigate } from 'react-router-dom'
import { DeleteSection } from '../features/account/delete-section.tsx'
import { EmailSection } from '../features/account/email-section.tsx'
import { ExportSection } from '../features/account/export-section.tsx'
import { NamesSection } from '../features/account/names-section.tsx'
import { PasswordSection } from '../features/account/password-section.tsx'
import { deleteAccount } from '../features/account/queries.ts'
import { SecondFactorSection } from '../features/account/second-factor-section.tsx'
import { SessionsSection } from '../features/account/sessions-section.tsx'
import { useLogOut } from '../features/auth/account-menu.tsx'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import type { SignedInUser } from '../features/auth/user.ts'
import type { Caller } from '../lib/api.ts'
import { NOTICES } from '../lib/account-texts.ts'
import { useTitle } from '../lib/use-title.ts'
import { useToast } from '../ui/toast.tsx'
import { PageHead } from './page-head.tsx'

export function AccountPage() {
  useTitle('Account | Walkon')
  return (
    <div className="page pb-16">
      <PageHead title="Account" />
      <RequireSignIn>
        {(user, caller) => (
          <div key={user.id}>
            <Profile user={user} />
            <Access user={user} caller={caller} />
            <Leaving user={user} caller={caller} />
          </div>
        )}
      </RequireSignIn>
    </div>
  )
}

function Profile({ user }: { user: SignedInUser }) {
  const { accounts } = useAuth()
  const say = useToast()
  return (
    <>
      <NamesSection
        fullName={user.fullName}
        displayName={user.displayName}
        onSave={async (names) => {
          await (await accounts()).changeNames(names)
          say({ title: 'Names saved' })
        }}
      />
      <EmailSection
        email={user.email}
        newEmail={user.newEmail}
        onChange={async (email) => (await accounts()).changeEmail(email)}
      />
    </>
  )
}

function Access({ user, caller }: { user: SignedInUser; caller: Caller }) {
  const { accounts, signOutEverywhere } = useAuth()
  const say = useToast()
  return (
    <>
      <PasswordSection
        email={user.email}
        onChange={async (password, currentPassword) => {
          await (await accounts()).changePassword(password, currentPassword)
          say({ title: 'Password changed', text: 'All other sessions are signed out.' })
        }}
      />
      <SecondFactorSection
        email={user.email}
        factors={user.factors}
        onEnroll={async (name, currentPassword) => (await accounts()).enrollFactor(name, currentPassword)}
        onVerify={async (id, code) => {
          await (await accounts()).verifyFactor(id, code)
          say({ title: 'Second factor is on', text: 'Logging in now takes a code of your app.' })
        }}
        onRemove={async (id, currentPassword) => {
          await (await accounts()).removeFactor(id, currentPassword)
          say({ title: 'Authenticator app removed' })
        }}
      />
      <SessionsSection
        caller={caller}
        onLogOut={useLogOut()}
        onLogOutEverywhere={async () => {
          await signOutEverywhere()
          say(NOTICES.loggedOut)
        }}
      />
    </>
  )
}

function Leaving({ user, caller }: { user: SignedInUser; caller: Caller }) {
  const { leave } = useAuth()
  const say = useToast()
  const navigate = useNavigate()
  return (
    <>
      <ExportSection caller={caller} />
      <DeleteSection
        email={user.email}
        onDelete={async (password) => {
          await deleteAccount(caller, password)
          await leave()
          say({ title: 'Account deleted', text: 'Everything we kept of you is being erased.' })
          navigate('/', { replace: true })
        }}
      />
    </>
  )
}
