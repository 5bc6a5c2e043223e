import type { EndedAlerts } from '@walkon/contracts/http/alerts'
import { END_TEXTS } from '../../lib/end-texts.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Panel } from '../../ui/panel.tsx'

type EndedListProps = {
  ended: EndedAlerts[]
  onSeen: (subscriptionId: string) => Promise<void>
  /** An account orders where its address and rides are known; the holder of a link orders at the ticket. */
  isSignedIn: boolean
}

/** The parks whose alerts have ended, until each is put away: what the pass brought, and the way to another day. */
export const EndedList = ({ ended, onSeen, isSignedIn }: EndedListProps) =>
  ended.map((end) => (
    <EndedPanel
      key={end.subscriptionId}
      end={end}
      isSignedIn={isSignedIn}
      onSeen={() => onSeen(end.subscriptionId)}
    />
  ))

type EndedPanelProps = { end: EndedAlerts; isSignedIn: boolean; onSeen: () => Promise<void> }

function EndedPanel({ end, isSignedIn, onSeen }: EndedPanelProps) {
  const { isBusy, problem, run } = useAction(onSeen)
  const { title, text } = END_TEXTS[end.reason === 'over' ? 'over' : 'money-back']
  return (
    <Panel title={title} heading="h2">
      <p>{text}</p>
      <p className="text-ink-2">
        {broughtWords(end)} It ran until {momentWords(new Date(end.endedAt), end.timezone)}.
        {end.reason === 'over' && ' Your rides and limits are kept for another day.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          small
          to={isSignedIn ? `/get-alerts?park=${end.parkId}` : `/?park=${end.parkId}#alerts`}
          aria-label={`Add another day at ${end.parkName}`}
        >
          Add another day
        </ButtonLink>
        <Button small quiet busy={isBusy} onClick={run} aria-label={`Got it: ${end.parkName}`}>
          Got it
        </Button>
      </div>
      <FormProblem problem={problem} />
    </Panel>
  )
}

function broughtWords({ parkName, alertCount, rideCount }: EndedAlerts): string {
  if (alertCount === 0) return `${parkName}: no ride came down to its limit.`
  const alerts = alertCount === 1 ? '1 alert' : `${alertCount} alerts`
  return `${parkName}: ${alerts} for ${rideCount === 1 ? '1 ride' : `${rideCount} rides`}.`
}
