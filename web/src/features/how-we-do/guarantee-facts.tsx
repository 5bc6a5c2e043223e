import type { GuaranteeCounts } from '@walkon/contracts/http/how-we-do'
import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { countWords } from './count-words.ts'
import { guaranteeCountsQuery } from './queries.ts'

/** How often the guarantee paid. */
export function GuaranteeFacts() {
  const counts = useQuery(guaranteeCountsQuery)
  if (counts.isLoadingError)
    return <LoadProblem of={counts} title="The numbers of our guarantee didn’t load" />
  if (!counts.data) return <Loading label="Loading the numbers of our guarantee" className="h-36!" />
  return (
    <section aria-labelledby="guarantee" className="grid gap-2">
      <h2 id="guarantee" className="text-28 leading-8 text-balance">
        {sentenceOf(counts.data)}
      </h2>
      <p className="text-ink-2">
        {counts.data.kept !== null && `${countWords(counts.data.kept)} passes had theirs. `}
        Walk-on alerts for at least 3 rides, or your money back. You don’t have to ask.
      </p>
    </section>
  )
}

function sentenceOf({ firstDate, fellShort, paidBack }: GuaranteeCounts): string {
  if (firstDate === null) return 'No pass has ended yet'
  const passes = `${countWords(fellShort)} passes fell short.`
  if (fellShort === null) return passes
  if (fellShort === paidBack) return `${passes} All ${fellShort.toLocaleString('en-US')} were paid back.`
  return `${passes} ${countWords(paidBack)} are paid back so far.`
}
