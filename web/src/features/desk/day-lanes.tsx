import { clockTime, timezoneName } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Shape } from '../../ui/shape.tsx'
import { counted } from './counted.ts'
import { DeskSection } from './desk-section.tsx'
import { hoursOf, LanePlot, SPELL_SHAPES, type Span } from './lane-plot.tsx'
import { moveFocus } from './move-focus.ts'
import { newestHoldOf } from './newest-hold.ts'
import type { Spell } from './spells.ts'
import type { Day, LaneOfDay } from './use-day.ts'

const LANE =
  'grid items-center gap-x-2 border-b border-line py-1 text-14 grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[132px_40px_minmax(0,1fr)_132px] min-[1200px]:grid-cols-[168px_48px_minmax(0,1fr)_160px] md:py-0.5'

/** A day of a park as this visitor lived it: a lane for each ride that they watched, with what each short wait led to. */
export function DayLanes({ day }: { day: Day }) {
  const { subscription, lanes, shown, span, hasMore, problems } = day
  if (!subscription) return null
  const timezone = subscription.timezone ?? 'UTC'
  return (
    <DeskSection
      title="Day in the park"
      summary={`${subscription.parkName ?? 'A park'}, ${counted(lanes.length, 'ride')}`}
      tools={<DayTools day={day} subscriptionId={subscription.id} />}
      news={day.isLoading ? undefined : newsOf(lanes)}
    >
      {problems > 0 && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>The waits of {counted(problems, 'ride')} could not be read for this day.</span>
          <Button quiet small onClick={() => void day.readAgain()}>
            Try again
          </Button>
        </p>
      )}
      {lanes.length === 0 && <p className="text-14 text-ink-2">No ride of this park was watched.</p>}
      <ol
        aria-label={`Lanes of ${subscription.parkName ?? 'the park'}`}
        className="border-t border-line-strong"
        onKeyDown={moveFocus}
      >
        {shown.map((lane, index) => (
          <Lane key={lane.rideId} lane={lane} timezone={timezone} span={span} isFirst={index === 0} />
        ))}
      </ol>
      {span && <Axis span={span} timezone={timezone} />}
      {hasMore && (
        <Button quiet small className="justify-self-start print:hidden" onClick={day.showMore}>
          {lanes.length - shown.length} more rides
        </Button>
      )}
    </DeskSection>
  )
}

/** The newest short wait that led to no alert. */
function newsOf(lanes: LaneOfDay[]): string | null {
  const hold = newestHoldOf(lanes)
  return hold && `${hold.rideId} ${hold.from}`
}

const DayTools = ({ day, subscriptionId }: { day: Day; subscriptionId: string }) => (
  <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
    <Key />
    <div className="flex flex-wrap gap-2 print:hidden">
      {day.subscriptions.length > 1 && (
        <SelectField
          label="Park"
          value={subscriptionId}
          onChange={(event) => day.choosePark(event.target.value)}
        >
          {day.subscriptions.map(({ id, parkName }) => (
            <option key={id} value={id}>
              {parkName ?? 'A park'}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Day"
        type="date"
        value={day.date}
        max={day.today}
        onChange={(event) => event.target.value && day.chooseDate(event.target.value)}
      />
    </div>
  </div>
)

const Key = () => (
  <ul aria-label="What the shapes say" className="flex flex-wrap gap-x-4 text-14 text-ink-2">
    {(['sent', 'held', 'failed'] as const).map((kind) => (
      <li key={kind} className="flex items-center gap-1.5">
        <Shape name={SPELL_SHAPES[kind]} className="[--size:12px]" /> {kind}
      </li>
    ))}
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className="w-5 border-t-2 border-dashed border-action" /> limit
    </li>
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className="h-3 w-5 bg-line forced-color-adjust-none" /> ride down
    </li>
  </ul>
)

/** Kinds of short waits that concern the visitor. */
const TOLD: ReadonlySet<Spell['kind']> = new Set(['sent', 'held', 'failed', 'unexplained'])

type LaneProps = { lane: LaneOfDay; timezone: string; span: Span | null; isFirst: boolean }

function Lane({ lane, timezone, span, isFirst }: LaneProps) {
  const { rideName, limit, observations, spells } = lane
  const covered = spells.filter(({ kind }) => TOLD.has(kind))
  return (
    <li tabIndex={isFirst ? 0 : -1} className={LANE}>
      <b className="truncate" title={rideName}>
        {rideName}
      </b>
      <span className="text-ink-2 max-md:text-right">
        {limit === null ? '' : `${limit.fits ? '~' : '≤'} ${limit.minutes}`}
      </span>
      <span className="max-md:col-span-full">
        {span && observations.length > 0 ? (
          <LanePlot
            observations={observations}
            limitMinutes={limit?.minutes ?? null}
            spells={covered}
            span={span}
          />
        ) : (
          <span className="block h-9 text-ink-2">{lane.isLoading ? 'Reading' : 'No reading'}</span>
        )}
      </span>
      <span className="text-ink-2 max-md:col-span-full md:text-12">
        {lane.isLoading ? '' : summary(lane, covered, timezone)}
      </span>
    </li>
  )
}

const MOST_SPELLS = 4

/** "sent 2:41 pm, held 3:02 pm": the newest of a day. */
function summary({ spells, observations }: LaneOfDay, covered: Spell[], timezone: string): string {
  if (spells.length === 0) return lowestWords(observations)
  if (covered.length === 0) return 'short while no pass covered it'
  const told = covered
    .slice(-MOST_SPELLS)
    .map(({ kind, at }) => `${kind} ${clockTime(new Date(at), timezone)}`)
  return `${covered.length > MOST_SPELLS ? `${covered.length - MOST_SPELLS} before, ` : ''}${told.join(', ')}`
}

/** "never under 40 min": the day's lowest wait of a ride that did not get to its limit. */
function lowestWords(observations: LaneOfDay['observations']): string {
  const waits = observations.flatMap(({ status, waitMinutes }) =>
    status === 'OPERATING' && waitMinutes !== null ? [waitMinutes] : [],
  )
  return waits.length === 0 ? 'no wait was posted' : `never under ${Math.min(...waits)} min`
}

function Axis({ span, timezone }: { span: Span; timezone: string }) {
  return (
    <div
      aria-hidden="true"
      className="grid gap-x-2 text-12 text-ink-2 md:grid-cols-[132px_40px_minmax(0,1fr)_132px] min-[1200px]:grid-cols-[168px_48px_minmax(0,1fr)_160px]"
    >
      <span className="max-md:hidden">{timezoneName(new Date(span.from), timezone)}</span>
      <span className="relative h-4 md:col-start-3">
        {hoursOf(span).map((at) => (
          <span
            key={at}
            className="absolute -translate-x-1/2 whitespace-nowrap first:translate-x-0 max-[1200px]:even:hidden"
            style={{ left: `${((at - span.from) / (span.until - span.from)) * 100}%` }}
          >
            {clockTime(new Date(at), timezone)}
          </span>
        ))}
      </span>
    </div>
  )
}
