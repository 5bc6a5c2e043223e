import type { DestinationView } from '@walkon/contracts/http/parks'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ActDialog } from './act-dialog.tsx'
import type { Act, ActGroup } from './act.ts'

type PutRightProps = {
  groups: ActGroup[]
  destinations: DestinationView[]
  onDone: (act: Act) => Promise<unknown>
}

/** What can be put right, each with a reason and a question before it. */
export function PutRight({ groups, destinations, onDone }: PutRightProps) {
  const [asked, setAsked] = useState<Act | null>(null)
  return (
    <section aria-labelledby="put-right" className="grid gap-3 print:hidden">
      <h3 id="put-right" className="text-16! leading-6!">
        Put right
      </h3>
      {groups.map(({ heading, acts }) => (
        <div key={heading} className="grid gap-2">
          <h4 className="text-14! leading-5! text-ink-2">{heading}</h4>
          <ul className="grid justify-items-start gap-2">
            {acts.map((act) => (
              <li key={act.name}>
                <Button quiet small onClick={() => setAsked(act)}>
                  {act.name}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="text-14 text-ink-2">Each act is recorded with your account and its reason.</p>
      {asked && (
        <ActDialog
          key={asked.name}
          act={asked}
          destinations={destinations}
          onDone={() => onDone(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
