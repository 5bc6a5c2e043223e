import type { DestinationView } from '@walkon/contracts/http/parks'
import { useState } from 'react'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ActFields, toEntries, toEntered } from './act-fields.tsx'
import { actProblem, type Act } from './act.ts'

type ActDialogProps = {
  act: Act
  destinations: DestinationView[]
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** The question before an act, with what it needs to know. */
export function ActDialog({ act, destinations, onDone, onClose }: ActDialogProps) {
  const show = useToast()
  const [entries, setEntries] = useState(() => toEntries(act))
  const [requestId] = useState(() => crypto.randomUUID())
  const isTyped = act.typed === undefined || entries.typed.trim().toLowerCase() === act.typed.toLowerCase()
  async function confirm() {
    await act.send({ ...toEntered(entries), requestId })
    show({ title: 'Done', text: act.name })
    await onDone()
  }
  return (
    <ConfirmDialog
      title={`${act.name}?`}
      words={{ action: act.confirms(toEntered(entries)), busy: 'Working', keep: 'Cancel' }}
      isReady={isTyped}
      onConfirm={confirm}
      onClose={onClose}
      wordsOf={actProblem}
    >
      <p>{act.text}</p>
      <ActFields
        act={act}
        destinations={destinations}
        entries={entries}
        onChange={(changed) => setEntries((before) => ({ ...before, ...changed }))}
      />
    </ConfirmDialog>
  )
}
