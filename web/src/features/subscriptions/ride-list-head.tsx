import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LIMIT_STEP_MINUTES } from './watch-row.tsx'

type ListHeadProps = { heading?: 'h2' | 'h3' | undefined; onAll: (active: boolean) => void }

/** The acts on all rides of a list. */
export const ListHead = ({ heading: Heading = 'h3', onAll }: ListHeadProps) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <Heading className="text-22 leading-7">Rides</Heading>
    <span className="flex gap-2">
      <Button quiet small onClick={() => onAll(true)}>
        Select all
      </Button>
      <Button quiet small onClick={() => onAll(false)}>
        Unselect all
      </Button>
    </span>
  </div>
)

type RideSearchProps = { wanted: string; onChange: (wanted: string) => void }

export const RideSearch = ({ wanted, onChange }: RideSearchProps) => (
  <input
    type="search"
    className="input w-auto! min-w-28 flex-1"
    aria-label="Search rides"
    placeholder="Search"
    value={wanted}
    onChange={(event) => onChange(event.target.value)}
  />
)

const LIMITS = Array.from(
  { length: (MAX_THRESHOLD_MINUTES - MIN_THRESHOLD_MINUTES) / LIMIT_STEP_MINUTES + 1 },
  (_, index) => MIN_THRESHOLD_MINUTES + index * LIMIT_STEP_MINUTES,
)

export function LimitOfAll({
  limit,
  onChange,
}: {
  limit: number | null
  onChange: (minutes: number) => void
}) {
  const isListed = limit !== null && LIMITS.includes(limit)
  return (
    <label className="flex flex-wrap items-center gap-2 text-14">
      Set all limits to
      <span className="relative">
        <select
          className="input w-auto! pr-9! pl-3!"
          value={isListed ? limit : ''}
          onChange={(event) => event.target.value !== '' && onChange(Number(event.target.value))}
        >
          {!isListed && <option value="">different limits</option>}
          {LIMITS.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes} min
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute top-3 right-2">
          <Icon name="down" />
        </span>
      </span>
    </label>
  )
}
