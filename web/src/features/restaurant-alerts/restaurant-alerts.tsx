import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { readParkId } from '../../lib/park-address.ts'
import { ParkSearch } from '../../lib/park-search.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Account } from './account.ts'
import { AlertTicket } from './alert-ticket.tsx'
import { FreeNow } from './free-now.tsx'
import { ManualTest } from './manual-test.tsx'
import { destinationsQuery, restaurantsQuery } from './queries.ts'
import { under } from './words.ts'

/**
 * The free tables of a park now, and an alert for the others. The park stands in the address, so that it can be shared and gone back to.
 */
export function RestaurantAlerts({ account }: { account: Account | null }) {
  const [params, setParams] = useSearchParams()
  const destinations = useQuery(destinationsQuery)
  const parkId = readParkId(params) ?? undefined
  const isListed = destinations.data?.some(({ parks }) => parks.some(({ id }) => id === parkId)) ?? true
  return (
    <div className="grid gap-8">
      {destinations.data ? (
        <div className="max-w-160">
          <ParkSearch
            label="Park"
            destinations={destinations.data}
            parkId={parkId}
            onChoose={(id) => setParams({ park: id })}
          />
        </div>
      ) : destinations.isError ? (
        <LoadProblem of={destinations} wordsOf={under('Error fetching locations')} />
      ) : (
        <Loading label="Loading the parks" className="h-18! max-w-160" />
      )}
      {parkId && isListed ? (
        <Park key={parkId} parkId={parkId} account={account} />
      ) : (
        <Panel kind="open" title="Choose a park" heading="h2">
          <p className="text-ink-2">Then see which tables are free now, and set an alert for the others.</p>
        </Panel>
      )}
    </div>
  )
}

function Park({ parkId, account }: { parkId: string; account: Account | null }) {
  const restaurants = useQuery(restaurantsQuery(parkId))
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_400px]">
      <FreeNow parkId={parkId} />
      {restaurants.data ? (
        <div className="grid gap-6">
          <AlertTicket key={account?.email} parkRestaurants={restaurants.data} account={account} />
          {account?.isAdmin && <ManualTest caller={account.caller} today={restaurants.data.today} />}
        </div>
      ) : restaurants.isError ? (
        <LoadProblem of={restaurants} wordsOf={under('Error fetching restaurants')} />
      ) : (
        <Loading label="Loading the restaurants" className="h-160!" />
      )}
    </div>
  )
}
