import { Button } from '../../ui/button.tsx'
import type { ActGroup } from './act.ts'
import { useAskedAct, type ActOffer } from './asked-act.tsx'

/** The acts beside the name, each with a reason and a question before it. */
export function PutRight({ groups, offer }: { groups: ActGroup[]; offer: ActOffer }) {
  const { ask, dialog } = useAskedAct(offer)
  return (
    <section aria-labelledby="put-right" className="grid gap-2 border-b border-line pb-4 print:hidden">
      <h3 id="put-right" className="sr-only">
        Put right
      </h3>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {groups.map(({ heading, acts }) => (
          <div key={heading} className="grid content-start gap-1">
            <h4 className="text-14! leading-5! text-ink-2">{heading}</h4>
            <ul className="flex flex-wrap gap-2">
              {acts.map((act) => (
                <li key={act.name}>
                  <Button quiet small onClick={() => ask(act)}>
                    {act.name}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="text-14 text-ink-2">Each act is recorded with your account and its reason.</p>
      {dialog}
    </section>
  )
}
