import { useQuery } from '@tanstack/react-query'
import type { SendReport } from '@walkon/contracts/http/system'
import type { Caller } from '../../lib/api.ts'
import { sendsQuery } from './queries.ts'
import { ReportSection } from './report-section.tsx'

/** Messages of today by hour, beside the same day last week: a drop shows before anybody writes to us. */
export function SendPlot({ caller, now }: { caller: Caller; now: Date }) {
  const sends = useQuery(sendsQuery(caller, midnightOf(now)))
  return (
    <ReportSection
      id="sends"
      title="Messages by hour"
      query={sends}
      loading={{ label: 'Counting the messages', place: 'h-80' }}
      failed="The messages could not be counted"
    >
      {(report) => <Plot report={report} hour={now.getHours()} />}
    </ReportSection>
  )
}

const HEIGHT = 100
const BAR = 10

function Plot({ report: { day, weekBefore, errors }, hour }: { report: SendReport; hour: number }) {
  const most = Math.max(1, ...[...day, ...weekBefore].map(({ accepted, failed }) => accepted + failed))
  const top = (count: number) => HEIGHT - (count / most) * HEIGHT
  const soFar = sum(day.slice(0, hour + 1))
  const then = sum(weekBefore.slice(0, hour + 1))
  return (
    <>
      <p className="text-14">
        <b>Today so far: {counted(soFar.accepted)} sent</b>, {counted(soFar.failed)} failed. Last week until
        this hour: {counted(then.accepted)} sent, {counted(then.failed)} failed.
      </p>
      <svg
        viewBox={`0 0 ${day.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-40 w-full border-b border-line"
      >
        {day.map(({ accepted, failed }, at) => (
          <g key={at}>
            <rect
              x={at * BAR + 1}
              width={BAR - 2}
              y={top(accepted)}
              height={HEIGHT - top(accepted)}
              className="fill-ink"
            />
            <rect
              x={at * BAR + 1}
              width={BAR - 2}
              y={top(accepted + failed)}
              height={(failed / most) * HEIGHT}
              className="fill-error"
            />
          </g>
        ))}
        <path
          d={stepsOf(weekBefore.map(({ accepted }) => top(accepted)))}
          className="fill-none stroke-ink-2 [stroke-dasharray:4_3]"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="text-14 text-ink-2">
        From midnight to midnight. Bars: today, what failed on top. Dashed: the same day last week.
      </p>
      <details className="text-14">
        <summary className="py-1">The numbers by hour</summary>
        <HourTable day={day} weekBefore={weekBefore} />
      </details>
      <Errors errors={errors} />
    </>
  )
}

const HourTable = ({ day, weekBefore }: Pick<SendReport, 'day' | 'weekBefore'>) => (
  <table className="w-full text-right tabular-nums">
    <thead>
      <tr>
        <th scope="col" className="text-left">
          Hour
        </th>
        <th scope="col">Sent</th>
        <th scope="col">Failed</th>
        <th scope="col">Sent last week</th>
      </tr>
    </thead>
    <tbody>
      {day.map(({ accepted, failed }, hour) => (
        <tr key={hour} className="border-t border-line">
          <th scope="row" className="text-left font-normal">
            {hour}:00
          </th>
          <td>{counted(accepted)}</td>
          <td>{counted(failed)}</td>
          <td>{counted(weekBefore[hour]?.accepted ?? 0)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const CHANNELS: Record<string, string> = { email: 'Email', sms: 'Text', push: 'Push' }

const Errors = ({ errors }: Pick<SendReport, 'errors'>) => (
  <section aria-labelledby="send-errors" className="grid gap-1">
    <h3 id="send-errors" className="text-16! leading-6!">
      Errors of today’s messages
    </h3>
    {errors.length === 0 && <p className="text-14 text-ink-2">None.</p>}
    <ul className="text-14">
      {errors.map(({ channel, code, messages }) => (
        <li key={`${channel} ${code}`} className="flex justify-between gap-3 border-t border-line py-1">
          <span className="min-w-0 wrap-anywhere">
            {CHANNELS[channel] ?? channel}: {code.replaceAll('-', ' ')}
          </span>
          <b className="tabular-nums">{counted(messages)}</b>
        </li>
      ))}
    </ul>
  </section>
)

/** A step for each hour, as the counts are. */
const stepsOf = (heights: number[]) =>
  heights.map((y, hour) => `${hour === 0 ? 'M' : 'L'}${hour * BAR} ${y}H${(hour + 1) * BAR}`).join('')

const sum = (hours: SendReport['day']) => ({
  accepted: hours.reduce((total, { accepted }) => total + accepted, 0),
  failed: hours.reduce((total, { failed }) => total + failed, 0),
})

const counted = (count: number) => count.toLocaleString('en-US')

function midnightOf(now: Date): Date {
  const at = new Date(now)
  at.setHours(0, 0, 0, 0)
  return at
}
