import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { EntryDialog } from '../../lib/entry-dialog.tsx'
import { textOf } from '../../lib/form-text.ts'
import { readMoney } from '../../lib/typed-money.ts'
import { useRequestIds } from '../../lib/use-request-ids.ts'
import { useToast } from '../../ui/toast.tsx'
import { entriesOf, entryTextsOf, toEntered, type Entries } from './act-entries.ts'
import { ActFields, type Destinations } from './act-fields.tsx'
import { actProblem, type Act } from './act.ts'

type ActDialogProps = {
  act: Act
  destinations: Destinations
  onDone: () => Promise<unknown>
  onClose: () => void
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'decision-conflict'

/** The question before an act, with what it needs to know. */
export function ActDialog({ act, destinations, onDone, onClose }: ActDialogProps) {
  const show = useToast()
  const requestIdOf = useRequestIds()
  const [amountCents, setAmountCents] = useState(act.leftCents ?? 0)
  const [isTyped, setTyped] = useState(act.typed === undefined)
  function follow(entered: FormData): void {
    setAmountCents(readMoney(textOf(entered, 'amount'), 2) ?? 0)
    setTyped(
      act.typed === undefined || textOf(entered, 'typed').trim().toLowerCase() === act.typed.toLowerCase(),
    )
  }
  async function send(entries: Entries): Promise<void> {
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
    <EntryDialog<Entries>
      title={`${act.name}?`}
      words={{ action: act.confirms({ amountCents }), busy: 'Working', keep: 'Cancel' }}
      onClose={onClose}
      isReady={isTyped}
      onEntered={follow}
      schema={entriesOf(act)}
      send={send}
      toText={actProblem}
      entryTexts={entryTextsOf(act)}
    >
      {(field) => (
        <>
          <p>{act.text}</p>
          <ActFields act={act} destinations={destinations} field={field} />
        </>
      )}
    </EntryDialog>
  )
}
