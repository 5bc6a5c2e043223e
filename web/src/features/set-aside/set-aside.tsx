import { useQuery } from '@tanstack/react-query'
import type { ReplayOutcome } from '@walkon/contracts/http/provider-events'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
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
  const [asked, setAsked] = useState<'try' | 'apply' | null>(null)
  const [tried, setTried] = useState<ReplayOutcome | null>(null)
  const name = `${PROVIDERS[event.provider] ?? event.provider} ${event.position}`
  const show = useToast()
  async function confirm(reason: string) {
    const outcome = await replay(caller, event, { isDryRun: asked === 'try', reason })
    if (asked === 'try') return setTried(outcome)
    show({ title: 'Done', text: `Event ${name} is applied in its turn.` })
    await onReplayed()
  }
  return (
    <li className="grid gap-1 text-14 wrap-anywhere">
      <p>
        <b>{name}</b>, came {new Date(event.receivedAt).toLocaleString('en-US')}, tried {event.attempts} times
      </p>
      <p className="text-ink-2">{event.rejection}</p>
      <p aria-live="polite">{tried && TRIED[tried.outcome](tried.why)}</p>
      <div className="flex flex-wrap gap-2">
        <Button quiet small onClick={() => setAsked('try')}>
          Try {name}
        </Button>
        {tried?.outcome === 'would-be-applied' && (
          <Button quiet small onClick={() => setAsked('apply')}>
            Apply {name}
          </Button>
        )}
      </div>
      {asked && <AskDialog act={asked} name={name} onConfirm={confirm} onClose={() => setAsked(null)} />}
    </li>
  )
}

const TRIED: Record<ReplayOutcome['outcome'], (why: string | null) => string> = {
  'would-be-applied': () => 'It would be applied now. Nothing was changed.',
  refused: (why) => `It would be refused again: ${why}`,
  queued: () => 'It is applied in its turn.',
}

const TEXTS = {
  try: 'The event is applied, and all of that is taken back. Nothing is changed.',
  apply: 'The event is applied in its turn, as if it had come now.',
}

type AskDialogProps = {
  act: 'try' | 'apply'
  name: string
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

function AskDialog({ act, name, onConfirm, onClose }: AskDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      title={act === 'try' ? `Try ${name}?` : `Apply ${name}?`}
      words={{ action: 'Do it', busy: 'Working', keep: 'Leave it' }}
      onConfirm={() => onConfirm(reason)}
      onClose={onClose}
    >
      <p>{TEXTS[act]}</p>
      <TextField
        label="Reason"
        hint="three letters at least, without addresses or numbers"
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
