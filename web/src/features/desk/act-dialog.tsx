import type { DestinationView } from '@walkon/contracts/http/parks'
import { actReason } from '@walkon/contracts/http/desk'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { useRequestIds } from '../../lib/use-request-ids.ts'
import { useToast } from '../../ui/toast.tsx'
import { ActFields, toEntries, toEntered } from './act-fields.tsx'
import { actProblem, type Act } from './act.ts'

type ActDialogProps = {
  act: Act
  destinations: DestinationView[]
  onDone: () => Promise<unknown>
  onClose: () => void
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'decision-conflict'

/** The question before an act, with what it needs to know. */
export function ActDialog({ act, destinations, onDone, onClose }: ActDialogProps) {
  const show = useToast()
  const [entries, setEntries] = useState(() => toEntries(act))
  const [isReasonRefused, setReasonRefused] = useState(false)
  const reason = useRef<HTMLInputElement>(null)
  const requestIdOf = useRequestIds()
  const isTyped = act.typed === undefined || entries.typed.trim().toLowerCase() === act.typed.toLowerCase()
  function checkReason(): boolean {
    const isRefused = !act.hasNoReason && !actReason.safeParse(entries.reason).success
    setReasonRefused(isRefused)
    if (isRefused) reason.current?.focus()
    return !isRefused
  }
  async function confirm() {
    const entered = toEntered(entries)
    try {
      await act.send({ ...entered, requestId: requestIdOf(entered) })
    } catch (error) {
      // The page then shows the present state; the dialog stays about the one that was seen, and says so.
      if (isConflict(error)) await onDone()
      throw error
    }
    show({ title: 'Done', text: act.name })
    await onDone()
  }
  return (
    <ConfirmDialog
      title={`${act.name}?`}
      words={{ action: act.confirms(toEntered(entries)), busy: 'Working', keep: 'Cancel' }}
      isReady={isTyped}
      checkEntries={checkReason}
      onConfirm={confirm}
      onClose={onClose}
      wordsOf={actProblem}
    >
      <p>{act.text}</p>
      <ActFields
        act={act}
        destinations={destinations}
        entries={entries}
        reason={reason}
        isReasonRefused={isReasonRefused}
        onChange={(changed) => setEntries((before) => ({ ...before, ...changed }))}
      />
    </ConfirmDialog>
  )
}
