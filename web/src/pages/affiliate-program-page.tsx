import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApplicationForm } from '../features/affiliates/application-form.tsx'
import { Invitation } from '../features/affiliates/invitation.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageHead } from './page-head.tsx'
import { Topics, type Topic } from './topics.tsx'

const HOW_IT_WORKS: Topic[] = [
  { title: 'Apply', text: 'Tell us about you, your channels and what you make.' },
  { title: 'Hear from us', text: 'We read every application, and write to you within 2-3 business days.' },
  { title: 'Share', text: 'You get a code of your own for your followers.' },
  {
    title: 'Earn',
    text: 'You earn a commission on what they buy with it. We agree on the rate before you start.',
  },
]

const NEXT_STEPS: Topic[] = [
  {
    title: 'Within 2-3 business days',
    text: 'We contact you by email about commissions, how the program works and the next steps.',
  },
  {
    title: 'How the program works',
    text: 'You share a code of your own, and earn on what is bought with it.',
  },
  {
    title: 'Until then',
    text: 'There is nothing to do. Should you find no email from us, please look in your spam folder too.',
  },
]

/** The affiliate programme: an invitation on arrival, the application, and what comes after it. */
export function AffiliateProgramPage() {
  const { state, user, caller } = useAuth()
  const navigate = useNavigate()
  const [isInvited, setInvited] = useState(true)
  const [isSent, setSent] = useState(false)
  if (isSent) return <ThankYou />
  return (
    <div className="page pb-24">
      <PageHead lede="Tell your followers about Walkon, and earn with us." />
      <Topics topics={HOW_IT_WORKS} />
      <h2 className="mt-12 mb-6">Your application</h2>
      {/* The form begins with the name and address of the account. */}
      {state.status === 'loading' ? (
        <Loading label="Loading your account" className="h-90!" />
      ) : (
        <ApplicationForm
          applicant={user && caller ? { email: user.email, fullName: user.fullName, caller } : null}
          onSent={() => {
            setSent(true)
            window.scrollTo({ top: 0 })
          }}
        />
      )}
      <AfterHydration place={null}>
        {isInvited && <Invitation onApply={() => setInvited(false)} onLater={() => void navigate('/')} />}
      </AfterHydration>
    </div>
  )
}

function ThankYou() {
  return (
    <div className="page pb-24">
      <PageHead title="Thank you for applying!" lede="Your application has reached us." takesFocus />
      <Topics topics={NEXT_STEPS} />
      <ButtonLink to="/" className="mt-8">
        Return to Homepage
      </ButtonLink>
    </div>
  )
}
