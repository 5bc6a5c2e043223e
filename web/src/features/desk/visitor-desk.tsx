import { useMemo } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { Facts } from './facts.tsx'
import type { Desk } from './queries.ts'
import { toTimeLine } from './time-line.ts'
import { TimeLineTable } from './time-line-table.tsx'
import type { Visitor } from './visitor.ts'
import { WhyForm } from './why-form.tsx'

type VisitorDeskProps = {
  visitor: Visitor
  /** The services that did not answer. */
  missing: Desk[]
  cooldownMinutes: number
  showsNumbers: boolean
  onShowNumbers: () => void
}

/** A visitor as the services know them: who they are, why something happened, and all that did. */
export function VisitorDesk({ visitor, missing, cooldownMinutes, ...numbers }: VisitorDeskProps) {
  const now = useNow()
  const entries = useMemo(() => toTimeLine(visitor), [visitor])
  return (
    <section aria-labelledby="visitor" className="grid gap-6">
      <h2 id="visitor" className="text-22! leading-7! wrap-anywhere">
        {visitor.email}
      </h2>
      {missing.length > 0 && (
        <p role="alert">
          Not shown, because these did not answer: {missing.join(', ')}. What they keep may explain more.
        </p>
      )}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[300px_minmax(0,1fr)]">
        <Facts visitor={visitor} {...numbers} />
        <div className="grid min-w-0 content-start gap-8">
          <WhyForm visitor={visitor} cooldownMinutes={cooldownMinutes} now={now} />
          <TimeLineTable entries={entries} />
        </div>
      </div>
    </section>
  )
}
