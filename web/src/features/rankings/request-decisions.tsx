import { REJECTION_REASONS, type RejectionReason } from '@walkon/contracts/http/moderation'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { REJECTION_NAMES } from './ranking-words.ts'

export type Decision = 'approve' | 'reject'

type RequestDecisionsProps = {
  name: string
  /** True if the park has items of a name like it. */
  isAlike: boolean
  onDecide: (decision: Decision, reason: RejectionReason) => void
}

/** The buttons of a request, and the reason that its author is told. */
export function RequestDecisions({ name, isAlike, onDecide }: RequestDecisionsProps) {
  const [reason, setReason] = useState<RejectionReason>(isAlike ? 'exists' : 'other')
  return (
    <>
      <Button
        quiet
        small
        aria-label={`Approve ${name}`}
        aria-keyshortcuts="A"
        onClick={() => onDecide('approve', reason)}
      >
        Approve
      </Button>
      <Button
        quiet
        small
        aria-label={`Reject ${name}`}
        aria-keyshortcuts="R"
        onClick={() => onDecide('reject', reason)}
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
