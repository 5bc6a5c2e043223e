import type { ActivationResult } from '@walkon/contracts/http/billing'
import { useEffect, useRef, type ReactNode } from 'react'
import { dayLabel } from '../../lib/park-time.ts'
import { problemText } from '../../lib/problem-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Shape } from '../../ui/shape.tsx'
import type { Draft } from './draft.ts'
import type { Activation } from './use-activation.ts'

type ActivationResultPanelProps = {
  park: { name: string }
  draft: Draft
  result: ActivationResult['status']
  inboxUrl: string | null
  limit: ReactNode
  onBack: () => void
  again: Activation['again']
}

/** The ticket after the click: what happened, and what happens next. It takes the focus, so that it is read out. */
export function ActivationResultPanel({
  park,
  draft,
  result,
  inboxUrl,
  limit,
  onBack,
  again,
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
            {isActive ? 'Your alerts are on' : 'Check your inbox'}
          </h2>
          {isActive ? <Shape name="walk" className="[--size:32px]" /> : <Icon name="mail" />}
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
            We’ll e-mail <b className="break-words">{draft.email}</b> whenever a ride drops to {limit} or
            less. Every alert has a link to choose your rides and limits.
          </p>
        ) : (
          <p>
            We sent a link to <b className="break-words">{draft.email}</b>. Open the link and confirm. Your
            alerts start right away.
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
        {!isActive && <SendAgain again={again} />}
      </div>
    </section>
  )
}

function SendAgain({ again }: Pick<ActivationResultPanelProps, 'again'>) {
  return (
    <>
      <p className="text-14 text-ink-2" aria-live="polite">
        {again.isSuccess
          ? 'Sent again. The newest e-mail is the one to open.'
          : again.error
            ? problemText(again.error).text
            : 'Nothing after a minute? Check your spam folder, or send it again.'}
      </p>
      <Button quiet busy={again.isPending} onClick={again.send}>
        Send it again
      </Button>
    </>
  )
}
