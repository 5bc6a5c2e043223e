import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { testManually } from './queries.ts'

/** For admins: looks for the tables of all alerts of today at once. */
export function ManualTest({ caller, today }: { caller: Caller; today: string }) {
  const [queued, setQueued] = useState<number | null>(null)
  const { isBusy, problem, run } = useAction(
    async () => setQueued((await testManually(caller, today)).queued),
    plannerProblem,
  )
  return (
    <section className="grid justify-items-start gap-3" aria-label="Manual test">
      <Button quiet small busy={isBusy} onClick={run}>
        {isBusy ? 'Testing' : 'Test alerts of today'}
      </Button>
      <FormProblem problem={problem} />
      <p role="status" className="text-14 empty:hidden">
        {queued !== null && queuedWords(queued)}
      </p>
    </section>
  )
}

/** A day is looked at once a minute at most. */
const queuedWords = (queued: number) =>
  queued === 0
    ? 'No restaurant day is due: no alert is for today, or each was looked at within the last minute.'
    : `${queued === 1 ? '1 restaurant day is' : `${queued} restaurant days are`} looked at now.`
