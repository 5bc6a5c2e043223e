import type { Checklist } from '@walkon/contracts/http/checklist'
import { useState } from 'react'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { ChecklistAct } from './use-checklist.ts'

/** By name, or the shortest for this hour first. */
export type Order = 'name' | 'go-now'

type ChangeProps = { list: Checklist; onChange: (act: ChecklistAct) => void }
type ListActionsProps = ChangeProps & { order: Order; onOrder: (order: Order) => void }

/** Acts on the whole list. */
export const ListActions = ({ list, order, onOrder, onChange }: ListActionsProps) => (
  <section aria-label="Change the list" className="grid max-w-240 items-end gap-4 md:grid-cols-2">
    <SelectField
      label="Order"
      value={order}
      onChange={(event) => onOrder(event.target.value === 'go-now' ? 'go-now' : 'name')}
    >
      <option value="name">By name</option>
      <option value="go-now">Go now</option>
    </SelectField>
    <AddOne others={list.others} onChange={onChange} />
    <div className="flex flex-wrap gap-3 md:col-span-2">
      {list.others.length > 0 && (
        <Button quiet={list.rides.length > 0} onClick={() => onChange({ kind: 'add-all' })}>
          Add all rides
        </Button>
      )}
      {list.rides.length > 0 && <Reset onChange={onChange} />}
    </div>
  </section>
)

function AddOne({ others, onChange }: { others: Checklist['others'] } & Pick<ChangeProps, 'onChange'>) {
  const [chosenId, setChosenId] = useState('')
  const chosen = others.find(({ rideId }) => rideId === chosenId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <SelectField
        label="Add a ride"
        value={chosen?.rideId ?? ''}
        disabled={others.length === 0}
        onChange={(event) => setChosenId(event.target.value)}
      >
        <option value="">{others.length === 0 ? 'All rides are on your list' : 'Choose a ride'}</option>
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
      <Button quiet onClick={() => setAsking(true)}>
        Reset
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reset your checklist?"
          words={{ action: 'Reset checklist', busy: 'Resetting', keep: 'Keep it' }}
          onConfirm={async () => onChange({ kind: 'reset' })}
          onClose={() => setAsking(false)}
        >
          <p className="text-ink-2">Every ride leaves your list of this park, with its tick.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
