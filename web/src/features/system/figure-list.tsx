import { SERVICE_TITLES } from '@walkon/contracts/service-titles'
import { useQueries } from '@tanstack/react-query'
import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import type { Caller } from '../../lib/api.ts'
import { ownMoment } from '../../lib/own-moment.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Shape } from '../../ui/shape.tsx'
import { toRows, type FigureRow, type FigureState } from './figure-rows.ts'
import { reportQueries } from './queries.ts'

/** The figures of every service. A service that does not answer is named with the others. */
export function FigureList({ caller }: { caller: Caller }) {
  const reports = useQueries({ queries: reportQueries(caller) })
  const services = SERVICE_NAMES.map((service, index) => {
    const report = reports[index]
    return {
      service,
      isPending: report?.isPending ?? true,
      isAway: report?.isError ?? false,
      isReading: report?.isFetching ?? false,
      onRetry: () => void report?.refetch(),
      startedAt: report?.data?.startedAt ?? null,
      rows: report?.data ? toRows(report.data) : [],
    }
  })
  const toDo = services.reduce(
    (count, { isAway, rows }) => count + (isAway ? 1 : rows.filter(({ state }) => state === 'act').length),
    0,
  )
  return (
    <section aria-labelledby="figures" className="grid gap-4">
      <h2 id="figures" className="text-22! leading-7!">
        Services
      </h2>
      <p role="status" className="font-bold">
        {summaryWords(toDo, services.filter(({ isPending }) => isPending).length)}
      </p>
      <div className="grid gap-6 lg:grid-cols-2">
        {services.map((service) => (
          <ServiceFigures key={service.service} {...service} />
        ))}
      </div>
    </section>
  )
}

function summaryWords(toDo: number, unread: number): string {
  if (toDo > 0) return `To do: ${toDo}.`
  return unread > 0 ? 'Reading the services.' : 'Nothing to do.'
}

type ServiceFiguresProps = {
  service: ServiceName
  isPending: boolean
  isAway: boolean
  isReading: boolean
  onRetry: () => void
  startedAt: string | null
  rows: FigureRow[]
}

function ServiceFigures({
  service,
  isPending,
  isAway,
  isReading,
  onRetry,
  startedAt,
  rows,
}: ServiceFiguresProps) {
  const toAct = rows.filter(({ state }) => state !== 'fine')
  const fine = rows.filter(({ state }) => state === 'fine')
  return (
    <section aria-labelledby={`of-${service}`} className="grid min-w-0 content-start gap-2">
      <h3 id={`of-${service}`} className="text-16! leading-6!">
        {SERVICE_TITLES[service]} <span className="font-normal text-ink-2">{service}</span>
      </h3>
      {isAway && (
        <p className="flex min-h-7 flex-wrap items-center gap-2 text-14 font-bold">
          <Shape name="long" className="[--size:12px]" /> Act: the service does not answer. Look whether it
          runs.
          <Button
            quiet
            small
            busy={isReading}
            aria-label={`Try again: ${SERVICE_TITLES[service]}`}
            onClick={onRetry}
          >
            Try again
          </Button>
        </p>
      )}
      {isPending && <Loading label={`Reading ${SERVICE_TITLES[service]}`} className="h-7" />}
      <FigureRows rows={toAct} />
      {fine.length > 0 && (
        <details>
          <summary className="py-1 text-14">
            <Shape name="walk" className="[--size:12px]" /> Fine: {fine.length}{' '}
            {fine.length === 1 ? 'figure' : 'figures'}
            {startedAt !== null && `, runs since ${ownMoment(startedAt)}`}
          </summary>
          <FigureRows rows={fine} />
        </details>
      )}
    </section>
  )
}

const STATES = {
  act: { shape: 'long', word: 'Act' },
  unknown: { shape: 'none', word: 'Not read' },
  fine: { shape: 'walk', word: 'Fine' },
} as const satisfies Record<FigureState, object>

const FigureRows = ({ rows }: { rows: FigureRow[] }) => (
  <ul className="text-14">
    {rows.map(({ key, name, of, value, limit, state, advice }) => (
      <li key={key} className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2">
        <span className="flex items-center gap-1.5 font-bold">
          <Shape name={STATES[state].shape} className="[--size:12px]" /> {STATES[state].word}
        </span>
        <span className="wrap-anywhere">
          {name}
          {of !== '' && <span className="text-ink-2"> {of}</span>}
        </span>
        <b className="tabular-nums">{value}</b>
        <span className="col-start-2 col-end-4 text-ink-2">
          {limit !== '' && `Usual: ${limit}. `}
          {advice}
        </span>
      </li>
    ))}
  </ul>
)
