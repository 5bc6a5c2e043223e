import type { HistoryEntry } from '@walkon/contracts/http/notifications'
import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { ageOf } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { historyQuery, useClearHistory } from './queries.ts'

/** What was sent lately: the last 24 hours, ten entries at most. */
export function RecentAlerts({ caller, now }: { caller: Caller; now: Date }) {
  const { data: entries, isError, refetch, isFetching } = useQuery(historyQuery(caller))
  const clear = useClearHistory(caller)

  return (
    <section className="grid gap-4" aria-labelledby="recent">
      <div className="flex items-center justify-between gap-4">
        <h2 id="recent" className="text-28! leading-8!">
          Recent alerts
        </h2>
        {entries && entries.length > 0 && (
          <Button quiet small busy={clear.isPending} onClick={() => clear.mutate()}>
            Clear
          </Button>
        )}
      </div>
      {clear.isError && (
        <p role="alert" className="text-14 text-error">
          Not cleared. Please try again.
        </p>
      )}
      {isError && !entries && (
        <Failure
          title="Error loading recent alerts"
          heading="p"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!entries && !isError && (
        <div role="status" aria-label="Loading recent alerts" className="skeleton h-20!" />
      )}
      {entries?.length === 0 && (
        <Panel kind="open" title="No alerts yet today">
          <p className="text-ink-2">The first one comes when a ride gets to your limit.</p>
        </Panel>
      )}
      {entries && entries.length > 0 && (
        <>
          <ol>
            {entries.map((entry) => (
              <HistoryRow key={entry.alertId} entry={entry} now={now} />
            ))}
          </ol>
          <p className="text-14 text-ink-2">Last 24 hours, 10 at most.</p>
        </>
      )}
    </section>
  )
}

function HistoryRow({ entry, now }: { entry: HistoryEntry; now: Date }) {
  return (
    <li className="flex items-baseline justify-between gap-3 border-t border-line py-3">
      <span>
        <b className="block font-display leading-5">{entry.rideName}</b>
        <span className="text-14 text-ink-2">
          {entry.parkName}, {ageOf(new Date(entry.createdAt), now)}. {STATE_WORDS[entry.state]}
        </span>
      </span>
      {entry.waitMinutes === null ? (
        <span className="text-14 font-bold whitespace-nowrap">reopened</span>
      ) : (
        <span className="num text-22">
          {entry.waitMinutes}
          <small>min</small>
        </span>
      )}
    </li>
  )
}

const STATE_WORDS: Record<HistoryEntry['state'], string> = {
  queued: 'On its way',
  sending: 'On its way',
  unknown: 'On its way',
  accepted: 'Sent',
  delivered: 'Delivered',
  bounced: 'Your mail server refused it',
  failed: 'Could not be sent',
  expired: 'Came too late to be sent',
  suppressed: 'Not sent: you have unsubscribed',
}
