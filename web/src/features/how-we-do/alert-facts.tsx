import { FEWEST_FOR_SHARES, type AlertCounts } from '@walkon/contracts/http/how-we-do'
import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Shape } from '../../ui/shape.tsx'
import {
  countedWords,
  countWords,
  daysWords,
  isLate,
  lengthWords,
  percentWords,
  toLength,
} from './count-words.ts'
import { DayBars } from './day-bars.tsx'
import { Fact } from './fact.tsx'
import { alertCountsQuery } from './queries.ts'

/** How fast alerts go out, and what becomes of them. */
export function AlertFacts() {
  const counts = useQuery(alertCountsQuery)
  if (counts.isLoadingError)
    return (
      <LoadProblem of={counts} title="The numbers of our alerts didn’t load. The alerts run without them." />
    )
  if (!counts.data) return <Loading label="Loading the numbers of our alerts" className="h-160!" />
  const { firstDate, lastDate, countedAt } = counts.data
  if (firstDate === null || lastDate === null)
    return (
      <Panel title="No alerts counted yet" kind="open" heading="h2">
        <p className="text-ink-2">
          We count each night. The numbers show here the morning after the first alert.
        </p>
      </Panel>
    )
  return (
    <div className="grid gap-6">
      <p className="lede">{daysWords(firstDate, lastDate)}, the good and the bad.</p>
      <Counted counts={counts.data} />
      <DayBars days={counts.data.days} />
      {countedAt && <CountedAt countedAt={countedAt} />}
    </div>
  )
}

function Counted({ counts }: { counts: AlertCounts }) {
  const { alerts, medianSeconds, p95Seconds, deliveredShare, stillShortShare } = counts
  return (
    <>
      {medianSeconds !== null && p95Seconds !== null ? (
        <Speed medianSeconds={medianSeconds} p95Seconds={p95Seconds} />
      ) : (
        <Panel title="Too few to say how fast" kind="open" heading="h2">
          <p className="text-ink-2">From {FEWEST_FOR_SHARES} alerts on, this page has a median.</p>
        </Panel>
      )}
      <ul className="border-t border-line-strong">
        <Fact figure={countWords(alerts)} title="Alerts sent">
          Each ride counts once, however many ways its alert went.
        </Fact>
        <Fact {...shareFigure(deliveredShare)} title="Delivered">
          Of alerts by mail or text, as mail servers and carriers say. Where a text fails, email takes over.
        </Fact>
        <Fact {...shareFigure(stillShortShare)} title="Still short ten minutes later">
          The posted wait was still at or under the visitor’s own limit.
        </Fact>
      </ul>
    </>
  )
}

const shareFigure = (share: number | null) =>
  share === null ? { figure: 'Too few to say' } : { figure: percentWords(share), unit: '%' }

function Speed({ medianSeconds, p95Seconds }: { medianSeconds: number; p95Seconds: number }) {
  const { figure, unit } = toLength(medianSeconds)
  return (
    <article className="plate lead band-walk">
      <div className="lead__top">
        <span className="flex items-center gap-2 font-bold">
          <Shape name="walk" /> The wait for an alert
        </span>
        <span>median</span>
      </div>
      <div className="lead__num">
        {figure}
        <small>{unit}</small>
      </div>
      <h2 className="lead__name">95 of 100 in {lengthWords(p95Seconds)}</h2>
      <p className="text-14">From the park’s post to the carrier, mail server or push service taking it.</p>
    </article>
  )
}

function CountedAt({ countedAt }: { countedAt: string }) {
  const now = useNow()
  return (
    <p className="text-14 text-ink-2">
      {countedWords(countedAt)}{' '}
      {isLate(countedAt, now) ? 'The next count is late.' : 'We count again each night.'}
    </p>
  )
}
