import type { ParkView } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { ALERTS_APART } from '../../lib/alerts-apart.ts'
import { ageOf, clockTimeForVisitor } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { nextOpening } from './opening.ts'
import type { LiveBoard } from './use-live-board.ts'

/** The board in the shape of what comes. */
export function BoardSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div className="rides" role="status" aria-label="Loading the board">
      {Array.from({ length: rows }, (_, row) => (
        <div className="ride ride--2" key={row}>
          <span className="ride__wait">
            <span className="ride__num">
              <i className="skeleton skeleton--num" />
            </span>
            <span className="ride__band">
              <i className="skeleton w-18" />
            </span>
          </span>
          <span className="grid gap-3">
            <i className={`skeleton ${row % 2 === 0 ? 'w-3/5' : 'w-2/5'}`} />
            <i className="skeleton w-24" />
          </span>
        </div>
      ))}
    </div>
  )
}

/** Nothing could be loaded: because this device is offline, or because we are away. */
export function BoardError({ live }: { live: Reconnecting }) {
  const why = live.connection === 'offline' ? 'You are offline.' : 'We can’t reach Walkon right now.'
  return (
    <Panel title="Error loading ride information" kind="error" heading="h2">
      <p className="text-ink-2">
        {why} {ALERTS_APART}
      </p>
      <Button quiet small onClick={live.refresh} busy={live.isRefreshing}>
        Try again
      </Button>
    </Panel>
  )
}

export type Reconnecting = Pick<LiveBoard, 'connection' | 'refresh' | 'isRefreshing'>

export function BoardEmpty({
  park,
  now,
  children,
}: {
  park: ParkView | undefined
  now: Date
  children?: ReactNode
}) {
  return (
    <Panel title="No ride information available for this park." heading="h2">
      <p className="text-ink-2">{nextOpening(park, now)}</p>
      {children}
    </Panel>
  )
}

type LostStripProps = { live: Reconnecting; readAt: string; now: Date; timezone: string }

/** No signal, or no answer from us: the board below is the last one known. */
export function LostStrip({ live, readAt, now, timezone }: LostStripProps) {
  const at = new Date(readAt)
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field bg-well px-4 py-2"
    >
      <span className="inline-flex items-center gap-2">
        <Icon name="offline" size={20} />
        <span>
          <b>{live.connection === 'offline' ? 'No signal.' : 'We can’t reach Walkon right now.'}</b>{' '}
          {`Waits from ${clockTimeForVisitor(at, timezone)}, ${ageOf(at, now)}`}
        </span>
      </span>
      <Button quiet small onClick={live.refresh} busy={live.isRefreshing}>
        Try again
      </Button>
    </div>
  )
}

/** The park sends, but nothing in it has moved for half an hour. */
export function StaleStrip() {
  return (
    <p role="status" className="flex items-center gap-2 rounded-field bg-well px-4 py-3">
      <Icon name="alert" size={20} />
      <span>
        <b>These waits may be old.</b> The park has posted no change for 30 minutes. We hold alerts until it
        posts again.
      </span>
    </p>
  )
}
