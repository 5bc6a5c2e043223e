import { MAX_RESTAURANT_ALERTS, type RestaurantAlert } from '@walkon/contracts/http/restaurant-alerts'
import { usDate } from '@walkon/contracts/us-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { LeftList } from '../../lib/left-list.tsx'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { ageOf, dayOfMonth, monthName } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { BoardLine } from '../../ui/board-line.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { alertsKey, alertsQuery, deleteAlert } from './queries.ts'
import { ABOUT, MEALS, PENDING, under } from './words.ts'

/** The restaurant alerts of an account, the newest first. */
export function OwnRestaurantAlerts({ caller }: { caller: Caller }) {
  const alerts = useQuery(alertsQuery(caller))
  if (alerts.isPending) return <Loading label="Loading your restaurant alerts" className="h-60!" />
  if (!alerts.data) return <LoadProblem of={alerts} wordsOf={under('Error fetching alerts')} />
  return (
    <div className="grid gap-4">
      <LeftList caller={caller} list="restaurants" about={ABOUT} />
      {alerts.data.alerts.length === 0 ? (
        <NoAlerts />
      ) : (
        <>
          <p>
            <Link to="/restaurant-alerts">Set another alert</Link>
          </p>
          <AlertList caller={caller} alerts={alerts.data.alerts} />
        </>
      )}
    </div>
  )
}

/** The same alerts below the walk-up waits. Nothing without one: the ticket beside them is the next step. */
export function AlertsOfPage({ caller }: { caller: Caller }) {
  const { data } = useQuery(alertsQuery(caller))
  if (!data || data.alerts.length === 0) return null
  return (
    <section aria-labelledby="own-alerts" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="own-alerts" className="text-28 leading-8">
          Your alerts
        </h2>
        <span className="text-14 text-ink-2">
          {data.alerts.length} of {MAX_RESTAURANT_ALERTS}
        </span>
      </div>
      <AlertList caller={caller} alerts={data.alerts} />
    </section>
  )
}

function AlertList({ caller, alerts }: { caller: Caller; alerts: RestaurantAlert[] }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<RestaurantAlert | null>(null)
  return (
    <>
      <ul className="rides" aria-label="Your restaurant alerts">
        {alerts.map((alert) => (
          <li key={alert.id}>
            <AlertLine alert={alert} onDelete={() => setAsked(alert)} />
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Delete this alert?"
          words={{ action: 'Delete alert', busy: 'Deleting', keep: 'Keep it' }}
          onConfirm={async () => {
            await deleteAlert(caller, asked.id)
            await client.invalidateQueries({ queryKey: alertsKey })
          }}
          onClose={() => setAsked(null)}
          wordsOf={under('Error deleting alert')}
        >
          <p>{wordsFor(asked)}. We’ll stop looking for its tables.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const NoAlerts = () => (
  <Panel kind="open" title="No restaurant alerts yet" heading="h2">
    <p className="text-ink-2">Pick a restaurant and a day. We’ll watch for a table.</p>
    <ButtonLink small to="/restaurant-alerts">
      Set a restaurant alert
    </ButtonLink>
  </Panel>
)

const ACTIVE = { band: 'short', word: 'Active', room: 2 } as const
const WAITING = { band: 'none', word: 'Pending', room: 2 } as const

function AlertLine({ alert, onDelete }: { alert: RestaurantAlert; onDelete: () => void }) {
  const now = useNow()
  const { restaurantName, parkName, dates, pendingBecause, checkedAt, toldAt } = alert
  const [first = ''] = dates
  return (
    <BoardLine
      look={pendingBecause ? WAITING : ACTIVE}
      number={
        <>
          {dayOfMonth(first)}
          <small> {monthName(first).slice(0, 3)}</small>
        </>
      }
      name={restaurantName}
      meta={
        <span className="block! whitespace-normal!">
          {dates.map(usDate).join(', ')}. {partyWords(alert)}, {parkName}
          {pendingBecause && `. ${PENDING[pendingBecause]}`}
          {checkedAt && `. Reservations checked ${ageOf(new Date(checkedAt), now)}`}
          {toldAt && `. Emailed you ${ageOf(new Date(toldAt), now)}`}
        </span>
      }
      acts={
        <button
          type="button"
          className="icon-btn"
          title="Delete"
          aria-label={`Delete the alert for ${wordsFor(alert)}`}
          onClick={onDelete}
        >
          <Icon name="close" size={20} />
        </button>
      }
    />
  )
}

/** "Dinner for 2". */
const partyWords = ({ partySize, preferredTime }: RestaurantAlert) =>
  `${preferredTime === 'any' ? 'Any meal' : MEALS[preferredTime]} for ${partySize}`

const wordsFor = ({ restaurantName, partySize, dates }: RestaurantAlert) =>
  `${restaurantName}, party of ${partySize}, ${dates.map(usDate).join(', ')}`
