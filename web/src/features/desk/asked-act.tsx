import { useState } from 'react'
import { ActDialog } from './act-dialog.tsx'
import type { Destinations } from './act-fields.tsx'
import type { Act } from './act.ts'

/** The needs of a section that offers acts. */
export type ActOffer = { destinations: Destinations; onDone: (act: Act) => Promise<unknown> }

/** The dialog of an act that was asked for: drawn in the section that offers it. */
export function useAskedAct({ destinations, onDone }: ActOffer) {
  const [asked, setAsked] = useState<Act | null>(null)
  const dialog = asked && (
    <ActDialog
      key={asked.name}
      act={asked}
      destinations={destinations}
      onDone={() => onDone(asked)}
      onClose={() => setAsked(null)}
    />
  )
  return { ask: setAsked, dialog }
}
