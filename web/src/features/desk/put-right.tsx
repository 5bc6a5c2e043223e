import { useState } from 'react'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { actProblem, type Act } from './acts.ts'

type PutRightProps = { acts: Act[]; onDone: () => Promise<unknown> }

/** What can be put right, each with a reason and a question before it. */
export function PutRight({ acts, onDone }: PutRightProps) {
  const [asked, setAsked] = useState<Act | null>(null)
  return (
    <section aria-labelledby="put-right" className="grid gap-2 print:hidden">
      <h3 id="put-right" className="text-16! leading-6!">
        Put right
      </h3>
      {acts.length === 0 && <p className="text-14 text-ink-2">Nothing fits this visitor now.</p>}
      <ul className="grid justify-items-start gap-2">
        {acts.map((act) => (
          <li key={act.name}>
            <Button quiet small onClick={() => setAsked(act)}>
              {act.name}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-14 text-ink-2">Each act is recorded with your account and its reason.</p>
      {asked && <ActDialog key={asked.name} act={asked} onDone={onDone} onClose={() => setAsked(null)} />}
    </section>
  )
}

type ActDialogProps = { act: Act; onDone: () => Promise<unknown>; onClose: () => void }

function ActDialog({ act, onDone, onClose }: ActDialogProps) {
  const show = useToast()
  const [reason, setReason] = useState('')
  const [amount, setAmount] = useState(((act.leftCents ?? 0) / 100).toFixed(2))
  const [requestId] = useState(() => crypto.randomUUID())
  async function confirm() {
    await act.send({ reason, amountCents: Math.round(Number(amount) * 100), requestId })
    show({ title: 'Done', text: act.name })
    await onDone()
  }
  return (
    <ConfirmDialog
      title={`${act.name}?`}
      words={{ action: 'Do it', busy: 'Working', keep: 'Leave it' }}
      onConfirm={confirm}
      onClose={onClose}
      wordsOf={actProblem}
    >
      <p>{act.text}</p>
      {act.leftCents !== undefined && (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      <TextField
        label="Reason"
        hint="without addresses or numbers"
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
