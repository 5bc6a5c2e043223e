import { useEffect, useRef, type ReactNode } from 'react'
import { dayLabel } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import type { TakenOrder } from './order-calls.ts'
import { SendAgain } from './send-again.tsx'

type ActivationResultPanelProps = {
  parkName: string
  taken: TakenOrder
  inboxUrl: string | null
  limit: ReactNode
  onBack: () => void
}

/** The ticket after the click: what happened, and what happens next. It takes the focus, so that it is read out. */
export function ActivationResultPanel({
  parkName,
  taken: { status, order },
  inboxUrl,
  limit,
  onBack,
}: ActivationResultPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The picker of the board leads back to it too, and is still in use.
    if (!document.activeElement?.matches('select')) heading.current?.focus()
  }, [])
  const isActive = status === 'active'

  return (
    <section id="alerts" className="ticket" aria-labelledby="alerts-title">
      <div className="ticket__part">
        <h2
          id="alerts-title"
          ref={heading}
          tabIndex={-1}
          className="ticket__title focus-visible:outline-none"
        >
          {isActive ? 'Your alerts are on' : 'Check your inbox'}
        </h2>
        <p className="font-bold">
          {parkName}
          <span className="block font-normal text-ink-2">{order.dates.map(dayLabel).join('; ')}</span>
        </p>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        {isActive ? (
          <p>
            We’ll email <b className="wrap-anywhere">{order.email}</b> when a ride drops to {limit} or less.
            Every email has a link to change your rides and limits.
          </p>
        ) : (
          <p>
            We sent a link to <b className="wrap-anywhere">{order.email}</b>. Open it and confirm: that turns
            your alerts on.
          </p>
        )}
        {inboxUrl && (
          <a className="btn" href={inboxUrl} target="_blank" rel="noopener">
            Open the inbox
          </a>
        )}
        {!isActive && <SendAgain order={order} />}
        <Button quiet onClick={onBack}>
          {isActive ? 'Add another day' : 'Use another address'}
        </Button>
      </div>
    </section>
  )
}
