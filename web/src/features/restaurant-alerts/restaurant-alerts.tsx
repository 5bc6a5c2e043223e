import type { AlertableRestaurants } from '@walkon/contracts/http/restaurant-alerts'
import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { PagePark } from '../../lib/page-park.tsx'
import type { Look } from '../../ui/board-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Account } from './account.ts'
import { AlertTicket } from './alert-ticket.tsx'
import { FreeNow } from './free-now.tsx'
import { ManualTest } from './manual-test.tsx'
import { AlertsOfPage } from './own-alerts.tsx'
import { destinationsQuery, restaurantsQuery } from './queries.ts'
import { useAlertForm } from './use-alert-form.ts'
import { under } from './words.ts'

type RestaurantAlertsProps = {
  account: Account | null
  /** The park of the page; null without one, undefined while it is not known. */
  parkId: string | null | undefined
  lookOf: (waitMinutes: number) => Look
}

/** The walk-up waits of a park now, and an alert for any day. A chosen park stands in the address, so that it can be shared and gone back to. */
export function RestaurantAlerts({ account, parkId, lookOf }: RestaurantAlertsProps) {
  const [, setParams] = useSearchParams()
  const destinations = useQuery(destinationsQuery)
  if (destinations.isError)
    return <LoadProblem of={destinations} wordsOf={under('Error fetching locations')} />
  if (!destinations.data || parkId === undefined)
    return <Loading label="Loading the parks" className="h-80!" />
  const park = destinations.data.flatMap(({ parks }) => parks).find(({ id }) => id === parkId)
  return (
    <div className="grid gap-5">
      <PagePark
        destinations={destinations.data}
        parkId={park?.id}
        onChoose={(id) => setParams({ park: id })}
      />
      {park ? (
        <Park key={park.id} parkId={park.id} account={account} lookOf={lookOf} />
      ) : (
        <Panel kind="open" title="Know when a table opens up" heading="h2">
          <p className="text-ink-2">Pick a park to see its walk-up waits and set an alert.</p>
        </Panel>
      )}
    </div>
  )
}

type ParkProps = Pick<RestaurantAlertsProps, 'account' | 'lookOf'> & { parkId: string }

function Park({ parkId, account, lookOf }: ParkProps) {
  const restaurants = useQuery(restaurantsQuery(parkId))
  if (restaurants.data)
    return (
      <Parts
        key={account?.email}
        parkId={parkId}
        parkRestaurants={restaurants.data}
        account={account}
        lookOf={lookOf}
      />
    )
  return (
    <Columns
      waits={<FreeNow parkId={parkId} lookOf={lookOf} renderBell={() => null} />}
      form={
        restaurants.isError ? (
          <LoadProblem of={restaurants} wordsOf={under('Error fetching restaurants')} />
        ) : (
          <Loading label="Loading the restaurants" className="h-160!" />
        )
      }
    />
  )
}

/** The bell of a walk-up wait fills the ticket in: that place, today. */
function Parts({
  parkId,
  parkRestaurants,
  account,
  lookOf,
}: ParkProps & { parkRestaurants: AlertableRestaurants }) {
  const form = useAlertForm(account)
  const create = useRef<HTMLButtonElement>(null)
  const { today, restaurants } = parkRestaurants

  function chooseToday(restaurantId: string): void {
    form.change({ restaurantId, dates: [...new Set([...form.draft.dates, today])].toSorted() })
    create.current?.form?.scrollIntoView({ block: 'nearest' })
    create.current?.focus({ preventScroll: true })
  }

  return (
    <Columns
      waits={
        <FreeNow
          parkId={parkId}
          lookOf={lookOf}
          renderBell={({ id, name }) =>
            restaurants.some((each) => each.id === id) && (
              <button
                type="button"
                className="icon-btn text-ink-2"
                aria-label={`Alert me to a table today: ${name}`}
                onClick={() => chooseToday(id)}
              >
                <Icon name="bell" />
              </button>
            )
          }
        />
      }
      form={
        <>
          <AlertTicket parkRestaurants={parkRestaurants} account={account} form={form} createRef={create} />
          {account?.isAdmin && <ManualTest caller={account.caller} today={today} />}
        </>
      }
    >
      {account && <AlertsOfPage caller={account.caller} />}
    </Columns>
  )
}

type ColumnsProps = { waits: ReactNode; form: ReactNode; children?: ReactNode }

/** On a desk the ticket stands beside the lists, on a phone between them. */
const Columns = ({ waits, form, children }: ColumnsProps) => (
  <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_404px] lg:grid-rows-[auto_1fr]">
    {waits}
    <div className="grid gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">{form}</div>
    {children}
  </div>
)
