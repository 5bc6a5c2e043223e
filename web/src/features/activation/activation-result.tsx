import type { ActivationResult } from '@walkon/contracts/http/billing'
import { useEffect, useRef, type ReactNode } from 'react'
import { dayLabel } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'
import type { Draft } from './draft.ts'

type ActivationResultPanelProps = {
  park: { name: string }
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
        <div className="ticket__head">
          <h2
            id="alerts-title"
            ref={heading}
            tabIndex={-1}
            className="ticket__title focus-visible:outline-none"
          >
            {isActive ? 'Your alerts are on' : 'Check your mail'}
          </h2>
          <Shape name={isActive ? 'walk' : 'none'} className="[--size:32px]" />
        </div>
        <p className="font-bold">
          {park.name}
          <span className="block font-normal text-ink-2">{draft.dates.map(dayLabel).join(', ')}</span>
        </p>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        {isActive ? (
          <p>
            The first mail to <b className="break-words">{draft.email}</b> comes when a ride is at {limit} or
            less. Each one has a link to choose your rides and limits.
          </p>
        ) : (
          <p>
            We sent a link to <b className="break-words">{draft.email}</b>. Open it and press the button
            there: your alerts start the moment you do.
          </p>
        )}
        {inboxUrl && (
          <a className="btn" href={inboxUrl} target="_blank" rel="noopener">
            Open the inbox
          </a>
        )}
        <Button quiet onClick={onBack}>
          {isActive ? 'Add another day' : 'Change the address'}
        </Button>
        {!isActive && (
          <p className="text-14 text-ink-2">Nothing there after a minute? Look in the spam folder.</p>
        )}
      </div>
    </section>
  )
}
