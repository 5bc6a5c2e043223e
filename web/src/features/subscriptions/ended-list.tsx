import type { EndedAlerts } from '@walkon/contracts/http/alerts'
import { momentWords } from '../../lib/moment-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Panel } from '../../ui/panel.tsx'

type EndedListProps = { ended: EndedAlerts[]; onSeen: (subscriptionId: string) => Promise<void> }

/** The parks whose alerts have ended, until each is put away: what the pass brought, and the way to another day. */
export const EndedList = ({ ended, onSeen }: EndedListProps) =>
  ended.map((end) => (
    <EndedPanel key={end.subscriptionId} end={end} onSeen={() => onSeen(end.subscriptionId)} />
  ))

function EndedPanel({ end, onSeen }: { end: EndedAlerts; onSeen: () => Promise<void> }) {
  const { isBusy, problem, run } = useAction(onSeen)
  const { title, text } = END_WORDS[end.reason === 'over' ? 'over' : 'money-back']
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
          to={`/?park=${end.parkId}#alerts`}
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

/** In the words of the documents (core, section 8). */
const END_WORDS = {
  over: { title: 'Alerts Expired', text: 'Your alert subscription has expired for today.' },
  'money-back': {
    title: 'Subscription issue',
    text: 'Your subscription is no longer active or not valid for this park. Please renew to receive alerts.',
  },
}

function broughtWords({ parkName, alertCount, rideCount }: EndedAlerts): string {
  if (alertCount === 0) return `${parkName}: no ride came down to its limit.`
  const alerts = alertCount === 1 ? '1 alert' : `${alertCount} alerts`
  return `${parkName}: ${alerts} for ${rideCount === 1 ? '1 ride' : `${rideCount} rides`}.`
}
