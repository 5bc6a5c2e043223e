import type { SessionView } from '@walkon/contracts/http/identity'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { ageOf } from '../../lib/park-time.ts'
import { accountProblemText } from '../../lib/account-texts.ts'
import { useAction } from '../../lib/use-action.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Section } from '../../ui/section.tsx'
import { endLinks, endSession, sessionsQuery } from './queries.ts'

type SessionsSectionProps = {
  caller: Caller
  /** This browser, which is where the visitor is now. */
  onLogOut: () => Promise<void>
  onLogOutEverywhere: () => Promise<void>
  onLinksEnded: () => void
}

export function SessionsSection({
  caller,
  onLogOut,
  onLogOutEverywhere,
  onLinksEnded,
}: SessionsSectionProps) {
  const { data: sessions, isError, isFetching, refetch } = useQuery(sessionsQuery(caller))
  const queryClient = useQueryClient()
  const everywhere = useAction(onLogOutEverywhere, accountProblemText)
  const links = useAction(async () => {
    await endLinks(caller)
    onLinksEnded()
  }, accountProblemText)
  const now = useNow()

  const end = async (session: SessionView) => {
    if (session.current) return onLogOut()
    await endSession(caller, session.id)
    await queryClient.invalidateQueries(sessionsQuery(caller))
  }

  return (
    <Section
      title="Sessions"
      text="Where you are logged in. Don’t recognize one? Log it out and change your password."
      value={sessions && `${sessions.length} logged in`}
    >
      {!sessions && !isError && <Loading label="Loading your sessions" className="h-20! rounded-card!" />}
      {isError && !sessions && (
        <Failure
          title="Error loading your sessions"
          heading="strong"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} now={now} onEnd={() => end(session)} />
          ))}
        </ul>
      )}
      <p className="text-14 text-ink-2">
        Our emails and texts have links that open your alerts without a login. Logging out everywhere ends
        those links too.
      </p>
      <FormProblem problem={links.problem} />
      <Button quiet busy={links.isBusy} className="justify-self-start" onClick={links.run}>
        {links.isBusy ? 'Ending' : 'End all links'}
      </Button>
      <FormProblem problem={everywhere.problem} />
      <Button quiet busy={everywhere.isBusy} className="justify-self-start" onClick={everywhere.run}>
        {everywhere.isBusy ? 'Logging out' : 'Log out everywhere'}
      </Button>
    </Section>
  )
}

type SessionRowProps = { session: SessionView; now: Date; onEnd: () => Promise<void> }

function SessionRow({ session, now, onEnd }: SessionRowProps) {
  const { isBusy, problem, run } = useAction(onEnd, accountProblemText)
  const { device, current } = session
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">
          <b className="block font-display leading-5">{device}</b>
          <span className="text-14 text-ink-2">
            {current ? 'This browser' : `Used ${ageOf(new Date(session.lastUsedAt), now)}`}, logged in{' '}
            {ageOf(new Date(session.signedInAt), now)}
          </span>
        </span>
        <Button
          quiet
          small
          busy={isBusy}
          aria-label={current ? 'Log out of this browser' : `Log out: ${device}`}
          onClick={run}
        >
          Log out
        </Button>
      </span>
      <FormProblem problem={problem} />
    </li>
  )
}
