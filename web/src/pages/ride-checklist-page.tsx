import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { RideChecklist } from '../features/checklist/ride-checklist.tsx'
import { Credit } from '../features/parks/credit.tsx'
import { destinationsQuery } from '../features/parks/queries.ts'
import { RideNow } from '../features/parks/ride-now.tsx'
import { useLiveBoard } from '../features/parks/use-live-board.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { readParkId } from '../lib/park-address.ts'
import { ParkField } from '../lib/park-picker.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'

/** The rides of a park, ticked off by a signed-in visitor. Park and order are in the address. */
export const RideChecklistPage = () => (
  <div className="page min-h-dvh pb-24">
    <PageHead lede="Every ride you want to do, ticked off as you go." />
    <RequireSignIn>{(_user, caller) => <Checklists key={caller.key} caller={caller} />}</RequireSignIn>
  </div>
)

function Checklists({ caller }: { caller: Caller }) {
  const [params, setParams] = useSearchParams()
  const destinations = useQuery(destinationsQuery)
  const parkId = readParkId(params) ?? undefined
  const park = destinations.data?.flatMap(({ parks }) => parks).find(({ id }) => id === parkId)
  const order = params.get('order') === 'go-now' ? 'go-now' : 'name'
  const { board } = useLiveBoard(parkId)

  if (destinations.isError) return <LoadProblem of={destinations} />
  return (
    <div className="grid gap-8">
      <div className="max-w-160">
        <ParkField
          groups={(destinations.data ?? []).map(({ name, parks }) => ({ label: name, parks }))}
          parkId={parkId}
          onChange={(id) => setParams({ park: id, ...(order === 'go-now' && { order }) })}
        />
      </div>
      {parkId ? (
        <RideChecklist
          key={parkId}
          caller={caller}
          parkId={parkId}
          timezone={park?.timezone}
          board={board?.rides ?? []}
          order={order}
          onOrder={(chosen) =>
            setParams({ park: parkId, ...(chosen === 'go-now' && { order: chosen }) }, { replace: true })
          }
          renderNow={(ride) => <RideNow ride={ride} />}
        />
      ) : (
        <Panel kind="open" title="Choose a park" heading="h2">
          <p className="text-ink-2">Its rides are listed here with their waits, for you to tick off.</p>
        </Panel>
      )}
      <Credit />
    </div>
  )
}
