import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Outcome = { outcome: string; why: string | null }

type TryFirstProps<Of extends Outcome> = {
  /** The thing that is tried, as `Stripe 42`. */
  name: string
  /** The word of the button that is shown after a try that went well. */
  verb: string
  /** The effects of the dry run, and of the act itself. */
  texts: { dryRun: string; act: string }
  /** Rejects where it could not be asked. */
  send: (isDryRun: boolean, reason: string) => Promise<Of>
  wordsOf: (outcome: Of) => string
  /** Runs after the act. The dialog closes once it has resolved. */
  onDone: (outcome: Of) => Promise<unknown>
}

/** An act that is tried first, and offered where the try went well; each with a reason. */
export function TryFirst<Of extends Outcome>({
  name,
  verb,
  texts,
  send,
  wordsOf,
  onDone,
}: TryFirstProps<Of>) {
  const [asked, setAsked] = useState<'try' | 'act' | null>(null)
  const [tried, setTried] = useState<Of | null>(null)
  const [reason, setReason] = useState('')
  const action = asked === 'try' ? `Try ${name}` : `${verb} ${name}`
  async function confirm() {
    const outcome = await send(asked === 'try', reason)
    setTried(outcome)
    if (asked === 'act') await onDone(outcome)
  }
  function ask(act: 'try' | 'act') {
    setReason('')
    setAsked(act)
  }
  return (
    <>
      <p aria-live="polite">{tried && wordsOf(tried)}</p>
      <div className="flex flex-wrap gap-2">
        <Button quiet small onClick={() => ask('try')}>
          Try {name}
        </Button>
        {tried?.outcome === 'would-be-applied' && (
          <Button quiet small onClick={() => ask('act')}>
            {verb} {name}
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={`${action}?`}
          words={{ action, busy: 'Working', keep: 'Cancel' }}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        >
          <p>{asked === 'try' ? texts.dryRun : texts.act}</p>
          <TextField
            label="Reason"
            hint="three letters at least, without addresses or numbers"
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
