import type { HistoryEntry } from '@walkon/contracts/http/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ageOf } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { historyQuery, useClearHistory } from './queries.ts'
import { stateWords } from './state-words.ts'

/** On a phone the newest are enough until more are wanted: the rides are below them. */
const SHOWN_ON_A_PHONE = 3

/** Alerts of the last 24 hours, ten entries at most. */
export function RecentAlerts({ caller, now }: { caller: Caller; now: Date }) {
  const { data: entries, isError, refetch, isFetching } = useQuery(historyQuery(caller))
  const clear = useClearHistory(caller)
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <section className="grid gap-2" aria-labelledby="recent">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="recent" ref={heading} tabIndex={-1} className="text-28 leading-8 focus-visible:outline-none">
          Recent alerts
        </h2>
        {entries && entries.length > 0 && (
          <Button
            quiet
            small
            busy={clear.isPending}
            onClick={() => {
              heading.current?.focus()
              clear.mutate()
            }}
          >
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
          heading="strong"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {entries?.length === 0 && (
        <Panel kind="open" title={clear.isSuccess ? 'Cleared' : 'No alerts yet today'} heading="h3">
          <p className="text-ink-2">Alerts of the last 24 hours show here.</p>
        </Panel>
      )}
      {entries && entries.length > 0 && <EntryList entries={entries} now={now} />}
    </section>
  )
}

function EntryList({ entries, now }: { entries: HistoryEntry[]; now: Date }) {
  const [showsAll, setShowsAll] = useState(false)
  const isFolded = !showsAll && entries.length > SHOWN_ON_A_PHONE
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const firstNew = list.current?.children[SHOWN_ON_A_PHONE]
    if (showsAll && firstNew instanceof HTMLElement) firstNew.focus()
  }, [showsAll])
  return (
    <>
      <ol ref={list}>
        {entries.map((entry, index) => (
          <HistoryRow
            key={`${entry.alertId} ${entry.channel}`}
            entry={entry}
            now={now}
            isFolded={isFolded && index >= SHOWN_ON_A_PHONE}
          />
        ))}
      </ol>
      {isFolded && (
        <button
          type="button"
          className="text-link justify-self-start lg:hidden"
          onClick={() => setShowsAll(true)}
        >
          Show all {entries.length}
        </button>
      )}
      <p className={`text-14 text-ink-2 ${isFolded ? 'max-lg:hidden' : ''}`}>
        The last 10 of the past 24 hours.
      </p>
    </>
  )
}

/** In place of the minutes. */
const KIND_WORDS: Record<HistoryEntry['kind'], string> = {
  'short-wait': 'Walk on',
  reopened: 'reopened',
  'probably-done': 'probably done',
}

function HistoryRow({ entry, now, isFolded }: { entry: HistoryEntry; now: Date; isFolded: boolean }) {
  return (
    <li
      tabIndex={-1}
      className={`flex items-baseline justify-between gap-3 border-t border-line py-3 ${isFolded ? 'max-lg:hidden' : ''}`}
    >
      <span>
        <b className="block font-display leading-5">{entry.rideName}</b>
        <span className="text-14 text-ink-2">
          {entry.parkName}, {ageOf(new Date(entry.createdAt), now)}. {stateWords(entry)}
        </span>
      </span>
      {entry.kind !== 'short-wait' || !entry.waitMinutes ? (
        <span className="text-14 font-bold whitespace-nowrap">{KIND_WORDS[entry.kind]}</span>
      ) : (
        <span className="num text-22">
          {entry.waitMinutes}
          <small> min</small>
        </span>
      )}
    </li>
  )
}
