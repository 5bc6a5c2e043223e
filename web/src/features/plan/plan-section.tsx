import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { problemText } from '../../lib/problem-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Section } from '../../ui/section.tsx'
import { PlanTextsSection } from './plan-texts-section.tsx'
import { isCovering, nextWords, stateWords } from './plan-words.ts'
import { planQuery } from './queries.ts'

/** How the plan of the account stands, with the way to its page, and its texts. */
export function PlanSection({ caller }: { caller: Caller }) {
  const { data: plan, error, isPending } = useQuery(planQuery(caller))
  return (
    <>
      <Section
        title="Unlimited plan"
        text="Every park where you choose rides, by the month."
        value={plan && stateWords(plan)}
        act="See"
      >
        {isPending && <Loading label="Loading your plan" className="h-14!" />}
        {!plan && error && <FormProblem problem={problemText(error)} />}
        {plan && (
          <p>
            <b className="block">{stateWords(plan)}</b>
            {nextWords(plan)}
          </p>
        )}
        <div>
          <ButtonLink quiet to="/plan">
            {plan && plan.state !== 'none' ? 'Your plan' : 'See the plan'}
          </ButtonLink>
        </div>
      </Section>
      {plan && isCovering(plan) && <PlanTextsSection caller={caller} />}
    </>
  )
}
