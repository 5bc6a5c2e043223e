import type { RestaurantAlert } from '@walkon/contracts/http/restaurant-alerts'
import { usDate } from '@walkon/contracts/us-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { LeftList } from '../../lib/left-list.tsx'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { ageOf } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { alertsKey, alertsQuery, deleteAlert } from './queries.ts'
import { ABOUT, MEALS, PENDING, under } from './words.ts'

/** The restaurant alerts of an account, the newest first. */
export function OwnRestaurantAlerts({ caller }: { caller: Caller }) {
  const client = useQueryClient()
  const alerts = useQuery(alertsQuery(caller))
  const [asked, setAsked] = useState<RestaurantAlert | null>(null)
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
          <ul className="grid" aria-label="Your restaurant alerts">
            {alerts.data.alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} onDelete={() => setAsked(alert)} />
            ))}
          </ul>
        </>
      )}
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
          <p>{wordsFor(asked)}. We stop looking for its tables.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const NoAlerts = () => (
  <Panel kind="open" title="No restaurant alerts yet" heading="h2">
    <p className="text-ink-2">Choose a restaurant and your days, and we write when a table comes free.</p>
    <ButtonLink small to="/restaurant-alerts">
      Set a restaurant alert
    </ButtonLink>
  </Panel>
)

function AlertRow({ alert, onDelete }: { alert: RestaurantAlert; onDelete: () => void }) {
  const now = useNow()
  const { restaurantName, parkName, partySize, preferredTime, dates, pendingBecause, checkedAt, toldAt } =
    alert
  return (
    <li className="grid gap-3 border-t border-line py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="text-22! leading-7!">{restaurantName}</h2>
        <p>
          {parkName}
          <span className="text-ink-2">
            {' '}
            · party of {partySize} · {MEALS[preferredTime]}
          </span>
        </p>
        <p>{dates.map(usDate).join(' · ')}</p>
        <p className="text-14">
          <span className="rounded-pill border border-line-strong px-2 font-bold">
            {pendingBecause ? 'Pending' : 'Active'}
          </span>
          <span className="text-ink-2">
            {pendingBecause && ` · ${PENDING[pendingBecause]}`}
            {checkedAt && ` · reservations looked at ${ageOf(new Date(checkedAt), now)}`}
            {toldAt && ` · emailed you ${ageOf(new Date(toldAt), now)}`}
          </span>
        </p>
      </div>
      <div>
        <Button quiet small onClick={onDelete} aria-label={`Delete the alert for ${wordsFor(alert)}`}>
          Delete
        </Button>
      </div>
    </li>
  )
}

const wordsFor = ({ restaurantName, partySize, dates }: RestaurantAlert) =>
  `${restaurantName}, party of ${partySize}, ${dates.map(usDate).join(', ')}`
