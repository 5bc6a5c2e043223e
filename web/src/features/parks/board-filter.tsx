import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox } from '../../ui/tick.tsx'
import { ORDERS, type BoardOrder, type Wanted } from './board-order.ts'

type BoardFilterProps = {
  wanted: Wanted
  onChange: (wanted: Wanted) => void
  /** At the end of its last line. */
  children: ReactNode
}

/** Finds a ride of the board, leaves out what does not run, and orders the rest. */
export const BoardFilter = ({ wanted, onChange, children }: BoardFilterProps) => (
  <div
    role="search"
    aria-label="Rides"
    className="grid grid-cols-2 items-center gap-x-2 gap-y-1 md:flex md:flex-wrap md:gap-x-6 md:gap-y-3"
  >
    <input
      type="search"
      className="input min-w-0 max-md:min-h-11 md:max-w-80 md:flex-[1_1_14rem]"
      aria-label="Search rides"
      placeholder="Search rides"
      value={wanted.name}
      onChange={(event) => onChange({ ...wanted, name: event.target.value })}
    />
    <OrderField order={wanted.order} onChange={(order) => onChange({ ...wanted, order })} />
    <Checkbox
      label="Only what is open"
      checked={wanted.isOpenOnly}
      onChange={(event) => onChange({ ...wanted, isOpenOnly: event.target.checked })}
    />
    {children}
  </div>
)

type OrderFieldProps = { order: BoardOrder; onChange: (order: BoardOrder) => void }

const OrderField = ({ order, onChange }: OrderFieldProps) => (
  <span className="relative block min-w-0">
    <select
      className="input truncate pr-9! pl-3! max-md:min-h-11"
      aria-label="Order of the rides"
      value={order}
      onChange={({ target }) => onChange(target.value as BoardOrder)}
    >
      {Object.entries(ORDERS).map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
    <span className="pointer-events-none absolute top-2.5 right-3 md:top-3">
      <Icon name="down" />
    </span>
  </span>
)
