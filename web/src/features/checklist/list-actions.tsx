import type { Checklist } from '@walkon/contracts/http/checklist'
import { useState } from 'react'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { ChecklistAct } from './use-checklist.ts'

type ChangeProps = { list: Checklist; onChange: (act: ChecklistAct) => void }
type ListActionsProps = ChangeProps & { isEditing: boolean; onEdit: (isEditing: boolean) => void }

/** Changes of the list itself: rides that join it, and, while it is edited, those that leave it. */
export const ListActions = ({ list, isEditing, onEdit, onChange }: ListActionsProps) => (
  <section aria-label="Change the list" className="grid gap-4">
    {list.others.length > 0 && <AddOne others={list.others} onChange={onChange} />}
    <div className="flex flex-wrap gap-3">
      {list.others.length > 0 && <AddAll quiet small onChange={onChange} />}
      <Button quiet small aria-pressed={isEditing} onClick={() => onEdit(!isEditing)}>
        {isEditing ? 'Finish editing' : 'Edit list'}
      </Button>
      <Reset onChange={onChange} />
    </div>
  </section>
)

/** The ways to begin a list: the most wanted rides, everything, or one ride found by its name. */
export const FirstRides = ({ list, big, onChange }: ChangeProps & { big: { rideId: string }[] }) => (
  <div className="grid max-w-160 justify-items-start gap-4">
    <div className="flex flex-wrap gap-3">
      {big.length > 1 && (
        <Button onClick={() => big.forEach(({ rideId }) => onChange({ kind: 'add', rideId }))}>
          Add the {big.length} big ones
        </Button>
      )}
      <AddAll quiet={big.length > 1} onChange={onChange} />
    </div>
    <AddOne others={list.others} onChange={onChange} />
  </div>
)

type AddAllProps = Pick<ChangeProps, 'onChange'> & { quiet?: boolean; small?: boolean }

const AddAll = ({ quiet = false, small = false, onChange }: AddAllProps) => (
  <Button quiet={quiet} small={small} onClick={() => onChange({ kind: 'add-all' })}>
    Add all rides
  </Button>
)

function AddOne({ others, onChange }: { others: Checklist['others'] } & Pick<ChangeProps, 'onChange'>) {
  const [chosenId, setChosenId] = useState('')
  const chosen = others.find(({ rideId }) => rideId === chosenId)
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <SelectField
        label="Add a ride"
        value={chosen?.rideId ?? ''}
        onChange={(event) => setChosenId(event.target.value)}
      >
        <option value="">Choose a ride</option>
        {others.map(({ rideId, name }) => (
          <option key={rideId} value={rideId} translate="no">
            {name}
          </option>
        ))}
      </SelectField>
      <Button
        quiet
        aria-disabled={!chosen}
        onClick={() => chosen && onChange({ kind: 'add', rideId: chosen.rideId })}
      >
        Add
      </Button>
    </div>
  )
}

function Reset({ onChange }: Pick<ChangeProps, 'onChange'>) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button quiet small onClick={() => setAsking(true)}>
        Reset
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reset your checklist?"
          words={{ action: 'Reset checklist', busy: 'Resetting', keep: 'Keep it' }}
          onConfirm={async () => onChange({ kind: 'reset' })}
          onClose={() => setAsking(false)}
        >
          <p className="text-ink-2">This takes every ride off your list for this park, ticks too.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
