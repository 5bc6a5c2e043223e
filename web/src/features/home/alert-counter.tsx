import { useEffect, useRef, useState } from 'react'
import { Drawing } from '../../ui/icon.tsx'
import type { AlertCount } from './sample-alert-count.ts'
import { useCountUp, useIsSeen, useMotion } from './use-motion.ts'

const ADVANCE_MS = 4_000
const COUNT_UP_MS = 2_000
const BARS_HEIGHT = 96

const SIGNS = {
  previous: 'M15 5l-7 7 7 7',
  pause: 'M9 6v12M15 6v12',
  go: 'M8 5l11 7-11 7z',
  next: 'M9 5l7 7-7 7',
}

/** The alerts of today, and the share of one ride after another. It stands still out of view, where the visitor wants no motion, and when it is paused. */
export function AlertCounter({ count }: { count: AlertCount }) {
  const { rides } = count
  const mayMove = useMotion()
  const [isPaused, setPaused] = useState(false)
  const [step, setStep] = useState(0)
  const section = useRef<HTMLElement>(null)
  const isSeen = useIsSeen(section)
  const isMoving = mayMove && isSeen && !isPaused
  // The timer restarts at each step, so one that the visitor chose is shown for the full time too.
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setTimeout(() => setStep(step + 1), ADVANCE_MS)
    return () => clearTimeout(timer)
  }, [isMoving, step])
  const alerts = useCountUp(count.alerts, { ms: COUNT_UP_MS, round: 0 })
  const place = ((step % rides.length) + rides.length) % rides.length
  const ride = rides[place]
  const rideAlerts = useCountUp(ride?.alerts ?? 0, { ms: COUNT_UP_MS, round: step })
  return (
    <section
      ref={section}
      className="page grid items-end gap-x-12 gap-y-6 py-[clamp(56px,8vw,112px)] lg:grid-cols-[minmax(0,1fr)_404px]"
      aria-labelledby="counter"
      aria-roledescription="carousel"
    >
      <div className="flex flex-wrap items-center gap-3 lg:col-span-full">
        <h2 id="counter" className="flex-[1_1_10rem]">
          Alerts sent today
        </h2>
        <div className="-mr-2.5 flex">
          <Step label="Previous ride" sign="previous" onClick={() => setStep(step - 1)} />
          {mayMove && (
            <Step
              label={isPaused ? 'Go on' : 'Pause'}
              sign={isPaused ? 'go' : 'pause'}
              onClick={() => setPaused(!isPaused)}
            />
          )}
          <Step label="Next ride" sign="next" onClick={() => setStep(step + 1)} />
        </div>
      </div>
      <p className="counter__num">
        <span aria-hidden="true">{alerts.toLocaleString('en-US')}</span>
        <span className="sr-only">{count.alerts.toLocaleString('en-US')}</span>
      </p>
      {ride && (
        <div aria-live={isMoving ? 'off' : 'polite'}>
          <p className="mb-4 min-h-14 font-display text-22 font-bold tracking-[-0.015em] text-balance">
            <span aria-hidden="true">{rideAlerts.toLocaleString('en-US')}</span>
            <span className="sr-only">{ride.alerts.toLocaleString('en-US')}</span> of them for {ride.rideName}
          </p>
          <Bars rides={rides} place={place} />
        </div>
      )}
    </section>
  )
}

type StepProps = { label: string; sign: keyof typeof SIGNS; onClick: () => void }

const Step = ({ label, sign, onClick }: StepProps) => (
  <button type="button" className="icon-btn" aria-label={label} onClick={onClick}>
    <Drawing path={SIGNS[sign]} />
  </button>
)

function Bars({ rides, place }: { rides: AlertCount['rides']; place: number }) {
  const most = Math.max(1, ...rides.map(({ alerts }) => alerts))
  return (
    <svg
      aria-hidden="true"
      className="block h-24 w-full border-b border-line-strong"
      viewBox={`0 0 ${rides.length * 10} ${BARS_HEIGHT}`}
      preserveAspectRatio="none"
    >
      {rides.map(({ rideName, alerts }, index) => {
        const height = Math.max(4, (alerts / most) * BARS_HEIGHT)
        return (
          <rect
            key={rideName}
            className={index === place ? 'fill-ink' : 'fill-line-strong opacity-50'}
            x={index * 10}
            y={BARS_HEIGHT - height}
            width="8"
            height={height}
          />
        )
      })}
    </svg>
  )
}
