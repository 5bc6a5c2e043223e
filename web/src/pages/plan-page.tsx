import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { PlanTicket } from '../features/plan/plan-ticket.tsx'
import { PlanTextsSection } from '../features/plan/plan-texts-section.tsx'
import { isCovering } from '../features/plan/plan-words.ts'
import { planQuery } from '../features/plan/queries.ts'
import { PriceFigure } from '../features/settings/figures.tsx'
import type { Caller } from '../lib/api.ts'
import { daysWords } from '../lib/duration-words.ts'
import { useTitle } from '../lib/use-title.ts'
import { Loading } from '../ui/loading.tsx'
import { LoadProblem } from './load-problem.tsx'
import { PageHead } from './page-head.tsx'
import { PlanByText } from './plan-by-text.tsx'

/**
 * The unlimited plan of an account: where it is bought and managed, and where the payment page leads back to. The return proves
 * nothing: billing says what has become of the payment.
 */
export function PlanPage() {
  useTitle('Unlimited plan | Walkon')
  const [params] = useSearchParams()
  const hasReturned = params.has('session_id')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead title="Unlimited plan" />
      <RequireSignIn>
        {(_user, caller) => <Plan key={caller.key} caller={caller} hasReturned={hasReturned} />}
      </RequireSignIn>
    </div>
  )
}

function Plan({ caller, hasReturned }: { caller: Caller; hasReturned: boolean }) {
  const query = useQuery(planQuery(caller, { hasReturned }))
  if (query.isPending) return <Loading label="Loading your plan" className="h-90! max-w-140" />
  if (!query.data) return <LoadProblem of={query} />
  const grace = (
    <PriceFigure width="w-[6ch]" missing="some days">
      {({ planGraceDays }) => daysWords(planGraceDays)}
    </PriceFigure>
  )
  return (
    <div className="grid gap-8">
      <PlanTicket
        plan={query.data}
        caller={caller}
        hasReturned={hasReturned}
        grace={grace}
        texts={<PlanByText />}
      />
      {isCovering(query.data) && <PlanTextsSection caller={caller} />}
    </div>
  )
}
