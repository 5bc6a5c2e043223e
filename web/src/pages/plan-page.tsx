import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { PlanTicket } from '../features/plan/plan-ticket.tsx'
import { PlanTextsSection } from '../features/plan/plan-texts-section.tsx'
import { isCovering } from '../features/plan/plan-words.ts'
import { planQuery, type Returned } from '../features/plan/queries.ts'
import { PriceFigure } from '../features/settings/figures.tsx'
import { leadsToGetAlerts } from '../features/plan/way-back.ts'
import type { Caller } from '../lib/api.ts'
import { daysWords } from '../lib/duration-words.ts'
import { Loading } from '../ui/loading.tsx'
import { LoadProblem } from '../lib/load-problem.tsx'
import { PageHead } from './page-head.tsx'
import { PlanByText } from './plan-by-text.tsx'

/**
 * The unlimited plan of an account: where it is bought and managed, and where the payment page and the portal lead back to. The return
 * proves nothing: billing says the state of the payment or the plan.
 */
export function PlanPage() {
  const [params] = useSearchParams()
  const returned = params.has('session_id') ? 'payment' : params.has('portal') ? 'portal' : null
  const [isForGetAlerts] = useState(() => leadsToGetAlerts(params, returned !== null))
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead />
      <RequireSignIn>
        {(_user, caller) => (
          <Plan key={caller.key} caller={caller} returned={returned} isForGetAlerts={isForGetAlerts} />
        )}
      </RequireSignIn>
    </div>
  )
}

type PlanProps = { caller: Caller; returned: Returned; isForGetAlerts: boolean }

function Plan({ caller, returned, isForGetAlerts }: PlanProps) {
  const query = useQuery(planQuery(caller, returned))
  if (query.isPending) return <Loading label="Loading your plan" className="h-90! max-w-140" />
  if (!query.data) return <LoadProblem of={query} />
  const grace = (
    <PriceFigure place="7 days" missing="some days">
      {({ planGraceDays }) => daysWords(planGraceDays)}
    </PriceFigure>
  )
  return (
    <div className="grid gap-8">
      <PlanTicket
        plan={query.data}
        caller={caller}
        hasReturned={returned === 'payment'}
        isForGetAlerts={isForGetAlerts}
        grace={grace}
        texts={<PlanByText />}
      />
      {isCovering(query.data) && <PlanTextsSection caller={caller} />}
    </div>
  )
}
