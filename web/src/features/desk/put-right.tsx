import { Button } from '../../ui/button.tsx'
import type { Act, ActGroup } from './act.ts'
import { useAskedAct, type ActOffer } from './asked-act.tsx'
import { freeDaysWords } from './free-days.ts'
import { refundWords } from './refundable.ts'
import type { Visitor } from './visitor.ts'

type PutRightProps = { visitor: Visitor; groups: ActGroup[]; offer: ActOffer }

/** The acts beside the name, each with a reason and a question before it, and their limits. */
export function PutRight({ visitor, groups, offer }: PutRightProps) {
  const { ask, dialog } = useAskedAct(offer)
  const seldom = groups.filter(({ isSeldom }) => isSeldom)
  return (
    <section aria-labelledby="put-right" className="grid gap-2 border-b border-line pb-4 print:hidden">
      <h3 id="put-right" className="sr-only">
        Acts for {visitor.email}
      </h3>
      <ActList acts={groups.flatMap(({ acts, isSeldom }) => (isSeldom ? [] : acts))} onAsk={ask} />
      {seldom.length > 0 && (
        <details className="text-14">
          <summary className="py-1.5 text-ink-2 pointer-coarse:py-3">
            More: {seldom.map(({ heading }) => heading.toLowerCase()).join(', ')}
          </summary>
          <div className="flex flex-wrap gap-x-8 gap-y-2 pt-1">
            {seldom.map(({ heading, acts }) => (
              <ActList key={heading} heading={heading} acts={acts} onAsk={ask} />
            ))}
          </div>
        </details>
      )}
      <p className="text-14 text-ink-2">
        <b className="text-ink">{refundWords(visitor)}</b> {freeDaysWords(visitor)} Each act is recorded with
        your account and its reason.
      </p>
      {dialog}
    </section>
  )
}

type ActListProps = { heading?: string; acts: Act[]; onAsk: (act: Act) => void }

const ActList = ({ heading, acts, onAsk }: ActListProps) => (
  <ul aria-label={heading} className="flex flex-wrap gap-2">
    {acts.map((act) => (
      <li key={act.name}>
        <Button quiet small aria-label={act.name} onClick={() => onAsk(act)}>
          {shortest(act, acts)}
        </Button>
      </li>
    ))}
  </ul>
)

const shortOf = ({ name }: Act) => name.split(', ')[0] ?? name

/** The name without which of several it is about, where there is one alone. */
const shortest = (act: Act, acts: Act[]): string =>
  acts.filter((other) => shortOf(other) === shortOf(act)).length === 1 ? shortOf(act) : act.name
