import type { LiveRide } from '@walkon/contracts/http/parks'
import { waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { FakeEventSource } from './fake-event-source.ts'

/** The stream of a park's board, spoken by the test in the server's place; of several, the one that the page opened last. */
export function stubBoardStream(parkId: string) {
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.opened = []
  return {
    opened: () => waitFor(() => expect(FakeEventSource.opened.length).toBeGreaterThan(0)),
    say(kind: 'board' | 'rides', rides: LiveRide[], readAt = new Date()): void {
      const said = { parkId, readAt: readAt.toISOString(), isStale: false, rides }
      FakeEventSource.opened.at(-1)?.say(kind, said)
    },
    fail: () => FakeEventSource.opened.at(-1)?.fail(),
  }
}
