import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { DeleteSection } from '../features/account/delete-section.tsx'
import { EmailSection } from '../features/account/email-section.tsx'
import { ExportSection } from '../features/account/export-section.tsx'
import { NamesSection } from '../features/account/names-section.tsx'
import { PassesSection } from '../features/account/passes-section.tsx'
import { PasswordSection } from '../features/account/password-section.tsx'
import { deleteAccount } from '../features/account/queries.ts'
import { TextSignInSection } from '../features/account/text-sign-in-section.tsx'
import { SessionsSection } from '../features/account/sessions-section.tsx'
import { useLogOut } from '../features/auth/account-menu.tsx'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import type { SignedInUser } from '../features/auth/user.ts'
import { PlanSection } from '../features/plan/plan-section.tsx'
import { lossWords } from '../features/plan/plan-words.ts'
import { planQuery } from '../features/plan/queries.ts'
import type { Caller } from '../lib/api.ts'
import { NOTICES } from '../lib/account-texts.ts'
import { later } from '../lib/later.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { isOffered } from '../lib/offers.ts'
import { toSpokenPhone } from '../lib/phone-words.ts'
import { Rows } from '../ui/section.tsx'
import { useToast } from '../ui/toast.tsx'
import { PageHead } from './page-head.tsx'
import { PushDevices } from './push-devices.tsx'
import { SecondFactor } from './second-factor.tsx'
import { useOwner } from './use-owner.ts'

const WebhookSection = later(() => import('../features/webhooks/webhook-section.tsx'), 'WebhookSection')

export function AccountPage() {
  return (
    <div className="page pb-16">
      <PageHead isCompact />
      <RequireSignIn>
        {(user, caller) => (
          <div key={user.id}>
            <Rows title="You">
              <PassesSection />
              <Profile user={user} />
              {isOffered('/plan') && <PlanSection caller={caller} />}
            </Rows>
            <Rows title="Logging in">
              <Access user={user} caller={caller} />
            </Rows>
            <Rows title="Reaching you">
              <PushDevices caller={caller} />
              <LaterPart load={WebhookSection.load} place={<div className="min-h-16" />}>
                <WebhookSection caller={caller} />
              </LaterPart>
            </Rows>
            <Rows title="Your data">
              <Leaving user={user} caller={caller} />
            </Rows>
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
  const { accounts, signOutEverywhere, mayLeave } = useAuth()
  const say = useToast()
  const owner = useOwner(user)
  return (
    <>
      <PasswordSection
        {...owner}
        onChange={async (password, proof) => {
          await (await accounts()).changePassword(password, proof)
          say({ title: 'Password changed', text: 'All other sessions are signed out.' })
        }}
      />
      <SecondFactor user={user} />
      {isOffered('texts') && (
        <TextSignInSection
          {...owner}
          caller={caller}
          onChanged={(number, isOn) =>
            say(
              isOn
                ? { title: 'Login by text is on', text: `Codes go to ${toSpokenPhone(number)}.` }
                : { title: 'Login by text is off' },
            )
          }
        />
      )}
      <SessionsSection
        caller={caller}
        onLogOut={useLogOut()}
        onLogOutEverywhere={async () => {
          if (!(await mayLeave())) return
          await signOutEverywhere()
          say(NOTICES.loggedOut)
        }}
        onLinksEnded={() =>
          say({ title: 'Links ended', text: 'Your next email or text has one that works.' })
        }
      />
    </>
  )
}

function Leaving({ user, caller }: { user: SignedInUser; caller: Caller }) {
  const { data: plan } = useQuery({ ...planQuery(caller), enabled: isOffered('/plan') })
  const { leave } = useAuth()
  const say = useToast()
  const navigate = useNavigate()
  return (
    <>
      <ExportSection caller={caller} />
      <DeleteSection
        {...useOwner(user)}
        plan={plan ? lossWords(plan) : null}
        onDelete={async (proof) => {
          await deleteAccount(caller, proof)
          await leave()
          say({ title: 'Account deleted', text: 'We are erasing all the data we held about you.' })
          void navigate('/', { replace: true })
        }}
      />
    </>
  )
}
