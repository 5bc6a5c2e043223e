import { currentOrNextWindow, type Window } from './windows.ts'

export type SubscriptionState = 'scheduled' | 'active' | 'stopped' | 'ended'

/** `scheduled` before the first window and between two; `stopped` by the visitor, whose dates stay. */
export function subscriptionState(active: boolean, windows: Window[], now: Date): SubscriptionState {
  const window = currentOrNextWindow(windows, now)
  if (!window) return 'ended'
  if (!active) return 'stopped'
  return window.startsAt <= now ? 'active' : 'scheduled'
}
