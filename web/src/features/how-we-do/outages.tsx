import type { Outage } from '@walkon/contracts/http/how-we-do'
import { outageMinutes, outageParks, outageTitle } from '@walkon/contracts/outage-words'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { dayLabel, ownTimezone, parkDateAt } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Loading } from '../../ui/loading.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { beginningWords } from './count-words.ts'
import { Fact } from './fact.tsx'
import { outagesQuery } from './queries.ts'

const SHOWN_FIRST = 10

/** When we had no waits of open parks. */
export function Outages() {
  const list = useQuery(outagesQuery)
  return (
    <section aria-labelledby="wrong" className="grid gap-4">
      <h2 id="wrong" className="text-28 leading-8">
        What went wrong
      </h2>
      {list.isLoadingError ? (
        <LoadProblem of={list} title="The outages didn’t load" />
      ) : list.data ? (
        <Listed {...list.data} />
      ) : (
        <Loading label="Loading the outages" className="h-36!" />
      )}
    </section>
  )
}

function Listed({ since, outages }: { since: string | null; outages: Outage[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const now = useNow()
  if (since === null) return <p className="text-ink-2">Nothing recorded yet.</p>
  const shown = showsAll ? outages : outages.slice(0, SHOWN_FIRST)
  const left = outages.length - shown.length
  return (
    <>
      <p className="text-ink-2">
        {outages.length === 0 && 'No outage. '}
        Recorded since {dayLabel(parkDateAt(new Date(since), ownTimezone()))}: each time an open park had no
        waits that we trust for ten minutes or longer. We don’t alert on old numbers.
      </p>
      {shown.length > 0 && (
        <ul className="border-t border-line-strong">
          {shown.map((outage) => (
            <Fact
              key={outage.startsAt}
              heading="h3"
              figure={`${outageMinutes(outage, now)}`}
              unit="min"
              title={outageTitle(outage)}
            >
              {beginningWords(outage)}. {outageParks(outage.parks)}.
            </Fact>
          ))}
        </ul>
      )}
      {left > 0 && <TextButton onClick={() => setShowsAll(true)}>Show {left} more</TextButton>}
    </>
  )
}
