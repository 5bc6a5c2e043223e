import { useState } from 'react'
import { clockTime, dayLabel, parkDateAt } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'
import { capital } from '../../lib/capital.ts'
import { DeskSection } from './desk-section.tsx'
import { fateWords, hasFailed, wayName } from './fates.ts'
import { FilterChips } from './filter-chips.tsx'
import { listMessages, secondsToArrive, stepsOf, subjectOf, type Delivery } from './messages.ts'
import { Steps } from '../../lib/steps.tsx'
import { isMissing, NOT_KNOWN } from './not-known.ts'
import type { Visitor } from './visitor.ts'

const ROWS_AT_ONCE = 8

type MessageListProps = { visitor: Visitor; timezone: string }

/** All that was written to the visitor, by subject, the newest first, each with the steps that it took. */
export function MessageList({ visitor, timezone }: MessageListProps) {
  const [way, setWay] = useState<string | null>(null)
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const all = listMessages(visitor)
  const ways = [...Map.groupBy(all, ({ channel }) => channel)]
  const chosen = way === null ? all : all.filter(({ channel }) => channel === way)
  const tools = ways.length > 1 && (
    <FilterChips
      label="Show messages"
      all={all.length}
      kinds={ways.map(([kind, rows]) => ({ kind, name: capital(wayName(kind)), count: rows.length }))}
      chosen={way}
      onChoose={setWay}
    />
  )
  return (
    <DeskSection
      title="Messages"
      summary={summaryOf(all)}
      tools={tools}
      news={all.find(hasFailed)?.id ?? null}
    >
      {all.length === 0 && (
        <p className="text-14 text-ink-2">
          {isMissing(visitor, 'notifications')
            ? `Messages are ${NOT_KNOWN}.`
            : 'Nothing was sent in the last 30 days.'}
        </p>
      )}
      <ol aria-label="Messages sent" className="border-t border-line-strong text-14">
        {chosen.slice(0, shown).map((message) => (
          <Row key={message.id} message={message} email={visitor.email} timezone={timezone} />
        ))}
      </ol>
      {chosen.length > shown && (
        <Button
          quiet
          small
          className="justify-self-start print:hidden"
          onClick={() => setShown(shown + ROWS_AT_ONCE * 4)}
        >
          Show {Math.min(ROWS_AT_ONCE * 4, chosen.length - shown)} more messages
        </Button>
      )}
    </DeskSection>
  )
}

function summaryOf(messages: Delivery[]): string {
  const [newest] = messages
  return newest ? `${messages.length}, the last “${subjectOf(newest)}”` : 'None in the last 30 days'
}

type RowProps = { message: Delivery; email: string; timezone: string }

function Row({ message, email, timezone }: RowProps) {
  const { queuedAt, channel, address, state, reason } = message
  const at = new Date(queuedAt)
  const seconds = secondsToArrive(message)
  const took = seconds === null ? '' : ` in ${seconds.toFixed(1)} s`
  return (
    <li className="grid min-h-12 grid-cols-[84px_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5">
      <time dateTime={queuedAt} className="leading-5">
        <b className="whitespace-nowrap">{clockTime(at, timezone)}</b>
        <span className="block text-ink-2">{dayLabel(parkDateAt(at, timezone))}</span>
      </time>
      <details className="min-w-0">
        <summary className="list-none wrap-anywhere">
          <b className="block">{subjectOf(message)}</b>
          <Shape
            name={hasFailed(message) ? 'long' : seconds === null ? 'moderate' : 'walk'}
            className="mr-1.5 [--size:10px]"
          />
          <span className="text-ink-2">
            {capital(fateWords({ channel, state, reason }))}
            {took}
            {address !== email && `, to ${address}`}.{' '}
          </span>
          <span className="link text-action underline print:hidden">Steps</span>
        </summary>
        <Steps of="Message" id={message.id} steps={stepsOf(message)} timezone={timezone} />
      </details>
    </li>
  )
}
