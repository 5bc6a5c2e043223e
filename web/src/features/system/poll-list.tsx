import { useQuery } from '@tanstack/react-query'
import type { PolledDestination } from '@walkon/contracts/http/system'
import type { Caller } from '../../lib/api.ts'
import { Shape } from '../../ui/shape.tsx'
import { secondsWords } from './figure-rows.ts'
import { MOST_POLL_AGE_SECONDS, POLL_ADVICE } from './poll-advice.ts'
import { pollsQuery } from './queries.ts'
import { ReportSection } from './report-section.tsx'

/** How old the last reading of each destination is. */
export function PollList({ caller, now }: { caller: Caller; now: Date }) {
  const polls = useQuery(pollsQuery(caller))
  return (
    <ReportSection
      id="polls"
      title="Readings of the parks"
      query={polls}
      loading={{ label: 'Reading the polls', place: 'h-15' }}
      failed="The polls could not be read"
    >
      {(destinations) => <Ages destinations={destinations} now={now} />}
    </ReportSection>
  )
}

function Ages({ destinations, now }: { destinations: PolledDestination[]; now: Date }) {
  const aged = destinations.map(({ readAt, ...destination }) => ({
    ...destination,
    seconds: readAt === null ? null : Math.max(0, (now.getTime() - Date.parse(readAt)) / 1000),
  }))
  const late = aged.filter(({ seconds }) => seconds === null || seconds > MOST_POLL_AGE_SECONDS)
  const inTime = aged.filter((destination) => !late.includes(destination))
  if (aged.length === 0) return <p className="text-ink-2">The feed lists no destination yet.</p>
  return (
    <>
      <p className="flex items-center gap-2 text-14 font-bold">
        <Shape name={late.length > 0 ? 'long' : 'walk'} className="[--size:12px]" />
        {late.length > 0
          ? `Act: ${late.length} of ${aged.length} destinations are older than ${secondsWords(MOST_POLL_AGE_SECONDS)}.`
          : `Fine: all ${aged.length} destinations were read within ${secondsWords(MOST_POLL_AGE_SECONDS)}.`}
      </p>
      {late.length > 0 && <p className="text-14 text-ink-2">{POLL_ADVICE}</p>}
      <AgeRows rows={late} />
      {inTime.length > 0 && (
        <details>
          <summary className="py-1 text-14">Read in time: {inTime.length}</summary>
          <AgeRows rows={inTime} />
        </details>
      )}
    </>
  )
}

type AgeRowsProps = { rows: { destinationId: string; name: string; seconds: number | null }[] }

const AgeRows = ({ rows }: AgeRowsProps) => (
  <ul className="text-14">
    {rows.map(({ destinationId, name, seconds }) => (
      <li key={destinationId} className="flex justify-between gap-3 border-t border-line py-1">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <b className="tabular-nums">{seconds === null ? 'never' : secondsWords(seconds)}</b>
      </li>
    ))}
  </ul>
)
