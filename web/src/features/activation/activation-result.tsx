import type { ActivationResult } from '@walkon/contracts/http/billing'
import { useEffect, useRef, type ReactNode } from 'react'
import { dayLabel } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import type { Draft } from './draft.ts'
import { SendAgain } from './send-again.tsx'

type ActivationResultPanelProps = {
  park: { id: string; name: string }
  draft: Draft
  result: ActivationResult['status']
  inboxUrl: string | null
  limit: ReactNode
  onBack: () => void
}

/** The ticket after the click: what happened, and what happens next. It takes the focus, so that it is read out. */
export function ActivationResultPanel({
  park,
  draft,
  result,
  inboxUrl,
  limit,
  onBack,
}: ActivationResultPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isActive = result === 'active'

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
          {park.name}
          <span className="block font-normal text-ink-2">{draft.dates.map(dayLabel).join('; ')}</span>
        </p>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        {isActive ? (
          <p>
            We’ll email <b className="break-words">{draft.email}</b> when a ride drops to {limit} or less.
            Every email has a link to change your rides and limits.
          </p>
        ) : (
          <p>
            We sent a link to <b className="break-words">{draft.email}</b>. Open it and confirm. Your alerts
            start right away.
          </p>
        )}
        {inboxUrl && (
          <a className="btn" href={inboxUrl} target="_blank" rel="noopener">
            Open the inbox
          </a>
        )}
        {!isActive && <SendAgain parkId={park.id} draft={draft} />}
        <Button quiet onClick={onBack}>
          {isActive ? 'Add another day' : 'Use another address'}
        </Button>
      </div>
    </section>
  )
}
