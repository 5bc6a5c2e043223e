import type { ReactNode } from 'react'
import { useIsHydrated } from '../lib/hydration.tsx'

/** Content that the build could not know, such as today's date; until hydration `place` stands for it, in the same size. */
export function AfterHydration({ place, children }: { place: ReactNode; children: ReactNode }) {
  return useIsHydrated() ? children : place
}
