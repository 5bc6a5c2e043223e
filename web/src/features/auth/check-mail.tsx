import { useEffect, useRef, useState } from 'react'
import { CodeForm } from '../../lib/code-form.tsx'
import type { ProblemText } from '../../lib/form-texts.ts'
import { accountProblemText } from '../../lib/account-texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Outcome } from './accounts.ts'
import { MAILS, type AskedMail } from './mail-kinds.ts'
import { useAuth } from './use-auth.ts'

type CheckMailProps = {
  kind: AskedMail
  email: string
  /** The code was right. */
  onVerified: (outcome: Outcome) => void
  onBack: () => void
}

/** A mail has gone out: its link works anywhere, its code works here. It takes the focus, so that it is read out. */
export function CheckMail({ kind, email, onVerified, onBack }: CheckMailProps) {
  const { accounts } = useAuth()
  const heading = useRef<HTMLHeadingElement>(null)
  const [before, after] = MAILS[kind].text
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-28! leading-8! focus-visible:outline-none">
          {MAILS[kind].title}
        </h2>
        <p className="wrap-anywhere text-ink-2">
          {before} <b className="text-ink">{email}</b>
          {after}
        </p>
      </div>
      <CodeForm
        label="Code"
        hint="six digits, from the email"
        button="Verify code"
        busyButton="Checking"
        onCode={async (code) => {
          onVerified(await (await accounts()).enterCode(email, code, kind))
        }}
      />
      <div className="grid justify-items-start gap-2 border-t border-line pt-4">
        <p className="text-14 text-ink-2">Nothing after a minute? Check your spam folder, or resend it.</p>
        <Resend kind={kind} email={email} />
        <button type="button" className="text-link" onClick={onBack}>
          Use another address
        </button>
      </div>
    </div>
  )
}

function Resend({ kind, email }: { kind: AskedMail; email: string }) {
  const { accounts } = useAuth()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ProblemText | null>(null)

  async function resend(): Promise<void> {
    setBusy(true)
    setOutcome(null)
    try {
      await MAILS[kind].send(await accounts(), email)
      setOutcome({ title: 'Sent again.', text: 'It can take a minute to arrive.' })
    } catch (error) {
      setOutcome(accountProblemText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button quiet small busy={isBusy} onClick={() => void resend()}>
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
