import { REJECTION_REASONS, type ItemRequest, type RejectionReason } from '@walkon/contracts/http/moderation'
import { ITEM_TYPES, MAX_NAME_LENGTH, type ItemType } from '@walkon/contracts/http/rankings'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select, SelectField, TextField } from '../../ui/field.tsx'
import { REJECTION_NAMES, TYPE_NAMES } from './ranking-words.ts'

/** A moderator's decision, as the service takes it. `name` and `type` correct a new item. */
export type Decision =
  | { decision: 'approve'; name?: string; type?: ItemType }
  | { decision: 'reject'; reason: RejectionReason }

type RequestDecisionsProps = {
  request: ItemRequest
  onDecide: (decision: Decision) => void
}

/** The buttons of a request: approved as it came or corrected, or rejected with the reason that its author is told. */
export function RequestDecisions({ request, onDecide }: RequestDecisionsProps) {
  const [corrected, setCorrected] = useState<Correction | null>(null)
  const { name, type, edit } = request
  const correction = toCorrection(request, corrected)
  return (
    <>
      {corrected && <CorrectionFields corrected={corrected} onChange={setCorrected} />}
      <Button
        quiet
        small
        aria-label={`Approve ${name}`}
        aria-keyshortcuts="A"
        disabled={correction.name === ''}
        onClick={() => onDecide({ decision: 'approve', ...correction })}
      >
        Approve
      </Button>
      {edit === null && (
        <Button
          quiet
          small
          aria-label={`Correct ${name}`}
          aria-expanded={corrected !== null}
          onClick={() => setCorrected(corrected ? null : { name, type })}
        >
          {corrected ? 'As it came' : 'Correct'}
        </Button>
      )}
      <Rejection request={request} onDecide={onDecide} />
    </>
  )
}

type Correction = { name: string; type: ItemType }

/** Only what differs is sent. */
function toCorrection({ name, type }: ItemRequest, corrected: Correction | null): Partial<Correction> {
  if (!corrected) return {}
  const entered = corrected.name.trim()
  return {
    ...(entered !== name && { name: entered }),
    ...(corrected.type !== type && { type: corrected.type }),
  }
}

type CorrectionFieldsProps = { corrected: Correction; onChange: (corrected: Correction) => void }

const CorrectionFields = ({ corrected, onChange }: CorrectionFieldsProps) => (
  <div className="flex flex-wrap gap-2 md:basis-full md:justify-end">
    <TextField
      label="Name"
      maxLength={MAX_NAME_LENGTH}
      autoComplete="off"
      value={corrected.name}
      onChange={(event) => onChange({ ...corrected, name: event.target.value })}
    />
    <SelectField
      label="Type"
      value={corrected.type}
      onChange={(event) =>
        onChange({ ...corrected, type: ITEM_TYPES.find((each) => each === event.target.value) ?? 'ride' })
      }
    >
      {ITEM_TYPES.map((each) => (
        <option key={each} value={each}>
          {TYPE_NAMES[each].one}
        </option>
      ))}
    </SelectField>
  </div>
)

function Rejection({ request: { name, alike }, onDecide }: RequestDecisionsProps) {
  const [reason, setReason] = useState<RejectionReason>(alike.length > 0 ? 'exists' : 'other')
  return (
    <>
      <Button
        quiet
        small
        aria-label={`Reject ${name}`}
        aria-keyshortcuts="R"
        onClick={() => onDecide({ decision: 'reject', reason })}
      >
        Reject
      </Button>
      <Select
        aria-label={`Why ${name} is rejected, in the mail to its author`}
        value={reason}
        onChange={(event) =>
          setReason(REJECTION_REASONS.find((each) => each === event.target.value) ?? 'other')
        }
      >
        {REJECTION_REASONS.filter((each) => each !== 'gone').map((each) => (
          <option key={each} value={each}>
            {REJECTION_NAMES[each]}
          </option>
        ))}
      </Select>
    </>
  )
}
