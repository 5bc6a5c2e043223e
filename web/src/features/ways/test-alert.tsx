import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { useWayAction, waysQuery } from './queries.ts'
import { TEST_FAILED, testWords, wayProblem } from './way-words.ts'

type TestAlertProps = { caller: Caller; channel: 'email' | 'sms' }

/**
 * Sends a test alert the way of the real ones, in spite of cooldowns, and says its outcome. It belongs to the account: its mailbox, or the
 * number that was confirmed last.
 */
export function TestAlert({ caller, channel }: TestAlertProps) {
  const { data: ways } = useQuery(waysQuery(caller))
  const test = useWayAction<'test-email' | 'test-sms'>(caller)
  const way = channel === 'email' ? ways?.email : ways?.numbers.find(({ isTested }) => isTested)
  const words = way && testWords(way)
  const problem = test.error && wayProblem(test.error, TEST_FAILED)
  return (
    <div className="grid justify-items-start gap-2">
      <Button quiet small busy={test.isPending} onClick={() => test.mutate(`test-${channel}`)}>
        Send a test alert
      </Button>
      {problem && (
        <p role="alert" className="text-14 text-error">
          <b>{problem.title}.</b> {problem.text}
        </p>
      )}
      <p aria-live="polite" className={`text-14 empty:hidden ${words?.failed ? 'text-error' : ''}`}>
        {!problem && words?.text}
      </p>
    </div>
  )
}
