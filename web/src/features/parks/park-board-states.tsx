import type { ReactNode } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { BoardError, BoardSkeleton, type Reconnecting } from './board-states.tsx'

/** A park's board with its glance: the rows start where they will stand. */
export function ParkBoardSkeleton() {
  return (
    <div className="grid gap-2 md:gap-4">
      <div className="grid h-17.5 content-between border-y border-line py-3 md:h-39.5 md:py-5">
        <i className="skeleton w-[min(14rem,100%)] md:h-6!" />
        <i className="skeleton md:h-6!" />
        <i className="skeleton w-48 max-md:hidden md:h-6!" />
      </div>
      <div className="grid h-23 content-between md:h-12">
        <i className="skeleton h-11! md:h-12! md:max-w-120" />
        <i className="skeleton w-40 md:hidden" />
      </div>
      <i className="skeleton mt-1 h-7! w-40 max-md:-mb-1 md:mt-6 md:h-8!" />
      <BoardSkeleton rows={8} />
    </div>
  )
}

/** Stands for a whole board: content below it stays below the screen. */
export const BoardLost = ({ live }: { live: Reconnecting }) => (
  <div className="min-h-dvh">
    <BoardError live={live} />
  </div>
)

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
