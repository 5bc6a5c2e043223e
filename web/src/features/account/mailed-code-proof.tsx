import { useState } from 'react'
import { accountProblemText } from '../../lib/account-texts.ts'
import { ApiError } from '../../lib/api.ts'
import { CodeForm } from '../../lib/code-form.tsx'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { RECENT_LOGIN, type ProofWords } from './proof-words.ts'

type MailedCodeProofProps = {
  email: string
  words?: ProofWords
  onSendCode: () => Promise<void>
  onProof: (proof: OwnerProof) => Promise<void>
  onCancel: () => void
}

/** The proof of an owner who has no password, or not at hand: a code that is mailed to the address of the account. */
export function MailedCodeProof({
  email,
  words = RECENT_LOGIN,
  onSendCode,
  onProof,
  onCancel,
}: MailedCodeProofProps) {
  const [isSent, setSent] = useState(false)
  const sending = useAction(async () => {
    await onSendCode()
    setSent(true)
  }, accountProblemText)
  return (
    <div className="grid gap-4">
      <p aria-live="polite" className="wrap-anywhere">
        {isSent ? 'We wrote to' : 'To check that it’s you, we’ll email a code to'} <b>{email}</b>.
        {isSent && ' The code works for ten minutes.'}
      </p>
      {isSent && (
        <CodeForm
          label="Code"
          hint="six digits, from the mail"
          button={words.action}
          busyButton={words.busy}
          onCode={(nonce) => onProof({ nonce }).catch(refuseCode)}
        />
      )}
      <FormProblem problem={sending.problem} />
      <div className="flex flex-wrap gap-3">
        <Button quiet={isSent} busy={sending.isBusy} onClick={sending.run}>
          {buttonText(isSent, sending.isBusy)}
        </Button>
        <Button quiet onClick={onCancel}>
          {words.keep}
        </Button>
      </div>
    </div>
  )
}

function buttonText(isSent: boolean, isBusy: boolean): string {
  if (isBusy) return 'Sending'
  return isSent ? 'Send it again' : 'Email me a code'
}

/** Identity refuses a wrong password and a wrong code by one error code. Here the words must be about the mailed code. */
function refuseCode(error: unknown): never {
  const isAboutProof =
    error instanceof ApiError &&
    (error.code === 'reauthentication_not_valid' || error.code === 'reauthentication-failed')
  throw isAboutProof ? new ApiError(error.status, 'otp_expired', error.message) : error
}
