import { useEffect, useRef, useState } from 'react'
import { accountProblemText } from '../../lib/account-texts.ts'
import { CodeForm } from '../../lib/code-form.tsx'
import type { ProblemText } from '../../lib/form-texts.ts'
import { Button } from '../../ui/button.tsx'

type CheckCodeProps = {
  title: string
  /** The text before and after the address or number that was entered. */
  text: readonly [before: string, after: string]
  to: string
  /** The place of the six digits. */
  hint: string
  /** The advice if nothing comes. */
  trouble: string
  backButton: string
  onCode: (code: string) => Promise<unknown>
  onSendAgain: () => Promise<unknown>
  onBack: () => void
}

/** A code was sent, and is entered here. It takes the focus, so that it is read out. */
export function CheckCode({ title, text: [before, after], to, hint, trouble, ...rest }: CheckCodeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-28 leading-8 focus-visible:outline-none">
          {title}
        </h2>
        <p className="wrap-anywhere text-ink-2">
          {before} <b className="text-ink">{to}</b>
          {after}
        </p>
      </div>
      <CodeForm label="Code" hint={hint} button="Verify code" busyButton="Checking" onCode={rest.onCode} />
      <div className="grid justify-items-start gap-2 border-t border-line pt-4">
        <p className="text-14 text-ink-2">{trouble}</p>
        <SendAgain onSend={rest.onSendAgain} />
        <button type="button" className="text-link" onClick={rest.onBack}>
          {rest.backButton}
        </button>
      </div>
    </div>
  )
}

function SendAgain({ onSend }: { onSend: () => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ProblemText | null>(null)

  async function send(): Promise<void> {
    setBusy(true)
    setOutcome(null)
    try {
      await onSend()
      setOutcome({ title: 'Sent again.', text: 'It can take a minute to arrive.' })
    } catch (error) {
      setOutcome(accountProblemText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button quiet small busy={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending' : 'Send it again'}
      </Button>
      <p aria-live="polite" className="text-14">
        {outcome && (
          <>
            <b>{outcome.title}</b> {outcome.text}
          </>
        )}
      </p>
    </>
  )
}
