import type { ReactNode } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { BoardSkeleton } from './board-states.tsx'

/** A park's board with its glance: the rows start where they will stand. */
export function ParkBoardSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="grid h-90 content-between border-y border-line py-5 md:h-41.5">
        <i className="skeleton h-7! w-56" />
        <i className="skeleton h-16! md:h-6!" />
        <i className="skeleton h-16! md:h-6!" />
        <i className="skeleton h-8! w-48 md:h-4!" />
      </div>
      <i className="skeleton mt-6 h-8! w-40" />
      <BoardSkeleton rows={8} />
    </div>
  )
}

export function BeforeChoice({ isUnknown, children }: { isUnknown: boolean; children: ReactNode }) {
  return (
    <Panel
      title={isUnknown ? 'Destination not found' : 'Select a destination and a park'}
      kind="open"
      heading="h2"
    >
      <p className="text-ink-2">
        {isUnknown && 'We don’t know the park in your link. Select a destination and a park. '}
        Wait times show here, shortest first.
      </p>
      {children}
    </Panel>
  )
}
