import type { DestinationView } from '@walkon/contracts/http/parks'
import { useState } from 'react'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { ParkField } from '../../lib/park-picker.tsx'
import { daysFrom } from '../../lib/park-time.ts'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { actProblem, type Act } from './act.ts'

type ActDialogProps = {
  act: Act
  destinations: DestinationView[]
  onDone: () => Promise<unknown>
  onClose: () => void
}

const DAY_MS = 86_400_000

/** The question before an act, with what it needs to know. */
export function ActDialog({ act, destinations, onDone, onClose }: ActDialogProps) {
  const show = useToast()
  const [reason, setReason] = useState('')
  const [amount, setAmount] = useState(((act.leftCents ?? 0) / 100).toFixed(2))
  const [from, setFrom] = useState(act.daysFrom ?? '')
  const [until, setUntil] = useState(act.daysFrom ?? '')
  const [parkId, setParkId] = useState<string>()
  const [typed, setTyped] = useState('')
  const [requestId] = useState(() => crypto.randomUUID())
  const isTyped = act.typed === undefined || typed.trim().toLowerCase() === act.typed.toLowerCase()
  async function confirm() {
    await act.send({
      reason,
      requestId,
      amountCents: Math.round(Number(amount) * 100),
      dates: daysBetween(from, until),
      parkId: parkId ?? '',
    })
    show({ title: 'Done', text: act.name })
    await onDone()
  }
  return (
    <ConfirmDialog
      title={`${act.name}?`}
      words={{ action: 'Do it', busy: 'Working', keep: 'Leave it' }}
      isReady={isTyped}
      onConfirm={confirm}
      onClose={onClose}
      wordsOf={actProblem}
    >
      <p>{act.text}</p>
      {act.needsPark && <ParkField groups={toGroups(destinations)} parkId={parkId} onChange={setParkId} />}
      {act.daysFrom !== undefined && (
        <div className="grid grid-cols-2 gap-3">
          <DayField label="First day" min={act.daysFrom} value={from} onChange={setFrom} />
          <DayField label="Last day" min={from} value={until} onChange={setUntil} />
        </div>
      )}
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
      {act.typed !== undefined && (
        <TextField
          label="Type the address to confirm"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}

type DayFieldProps = { label: string; min: string; value: string; onChange: (day: string) => void }

const DayField = ({ label, min, value, onChange }: DayFieldProps) => (
  <TextField
    label={label}
    type="date"
    min={min}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** Each day from the first to the last one; none where they are no days, or in the wrong order. */
function daysBetween(from: string, until: string): string[] {
  const count = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
  return count >= 1 ? daysFrom(from, count) : []
}

const toGroups = (destinations: DestinationView[]) =>
  destinations.map(({ name, parks }) => ({ label: name, parks }))
