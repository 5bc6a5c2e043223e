import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import { later } from '../lib/later.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { useToast } from '../ui/toast.tsx'
import { PageHead } from './page-head.tsx'

// A visitor who has to log in first does not wait for it.
const GetAlertsDay = later(() => import('./get-alerts-day.tsx'), 'GetAlertsDay')

/**
 * One park's day: its rides, when alerts begin, and the one button that starts and stops them. The payment leads back to it with `success`
 * and `session_id`, or with `canceled` (core, section 2); billing says its outcome.
 */
export function GetAlertsPage() {
  const [params] = useSearchParams()
  if (params.get('canceled') === 'true') return <Cancelled />
  return (
    <div className="page min-h-dvh pb-16">
      <PageHead isCompact>
        <p className="lede max-md:hidden">Pick rides, set how long you would queue, put the phone away.</p>
      </PageHead>
      <RequireSignIn load={GetAlertsDay.load}>
        {({ email }, caller) => (
          <LaterPart load={GetAlertsDay.load} place={<LoadingPage />}>
            <GetAlertsDay key={caller.key} email={email} caller={caller} loading={<LoadingPage />} />
          </LaterPart>
        )}
      </RequireSignIn>
    </div>
  )
}

function Cancelled() {
  const say = useToast()
  useEffect(() => say(GET_ALERTS_TEXTS.cancelled), [say])
  return <Navigate to="/get-alerts" replace />
}

/** A placeholder as tall as a screen, so that the footer does not move when the page comes. */
const LoadingPage = () => (
  <div
    role="status"
    aria-label="Loading your alerts"
    className="grid min-h-dvh content-start gap-8 lg:grid-cols-[minmax(0,1fr)_404px] lg:gap-12"
  >
    <div className="skeleton h-160! rounded-card!" />
    <div className="skeleton h-100! rounded-card!" />
  </div>
)
