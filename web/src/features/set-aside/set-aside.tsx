import { useQuery } from '@tanstack/react-query'
import type { ReplayOutcome } from '@walkon/contracts/http/provider-events'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { ownMoment } from '../../lib/own-moment.ts'
import { TryFirst } from '../../lib/try-first.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useToast } from '../../ui/toast.tsx'
import { replay, setAsideQuery, type AsideEvent } from './queries.ts'

const PROVIDERS: Record<string, string> = { stripe: 'Stripe', postmark: 'Postmark', twilio: 'Twilio' }

/** Events of providers that could not be applied: each is tried first, and applied again where that would work. */
export function SetAside({ caller }: { caller: Caller }) {
  const query = useQuery(setAsideQuery(caller))
  return (
    <section aria-labelledby="set-aside" className="grid gap-3 print:hidden">
      <h2 id="set-aside" className="text-22! leading-7!">
        Set-aside events
      </h2>
      <p className="text-14 text-ink-2">
        What Stripe, Postmark or Twilio told us and no service could apply. They are kept for 30 days.
      </p>
      {query.isPending && <Loading label="Reading the events" className="h-20" />}
      {query.isError && <LoadProblem of={query} title="The events could not be read" />}
      {query.data?.length === 0 && <p>No event is set aside.</p>}
      <ul className="grid gap-3">
        {query.data?.map((event) => (
          <Event
            key={`${event.listener} ${event.position}`}
            caller={caller}
            event={event}
            onReplayed={() => query.refetch()}
          />
        ))}
      </ul>
    </section>
  )
}

type EventProps = { caller: Caller; event: AsideEvent; onReplayed: () => Promise<unknown> }

function Event({ caller, event, onReplayed }: EventProps) {
  const name = `${PROVIDERS[event.provider] ?? event.provider} ${event.position}`
  const show = useToast()
  return (
    <li className="grid gap-1 text-14 wrap-anywhere">
      <p>
        <b>{name}</b>, came {ownMoment(event.receivedAt)}, tried {event.attempts} times
      </p>
      <p className="text-ink-2">{event.rejection}</p>
      <TryFirst
        name={name}
        verb="Apply"
        texts={TEXTS}
        send={(isDryRun, reason) => replay(caller, event, { isDryRun, reason })}
        wordsOf={({ outcome, why }) => TRIED[outcome](why)}
        onDone={async () => {
          show({ title: 'Done', text: `Event ${name} is applied in its turn.` })
          await onReplayed()
        }}
      />
    </li>
  )
}

const TRIED: Record<ReplayOutcome['outcome'], (why: string | null) => string> = {
  'would-be-applied': () => 'It would be applied now. Nothing was changed.',
  refused: (why) => `It would be refused again: ${why}`,
  queued: () => 'It is applied in its turn.',
}

const TEXTS = {
  dryRun: 'The event is applied, and all of that is taken back. Nothing is changed.',
  act: 'The event is applied in its turn, as if it had come now.',
}
