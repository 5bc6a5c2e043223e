import { Failure } from '../ui/failure.tsx'
import type { ProblemText } from './form-texts.ts'
import { problemText } from './problem-texts.ts'

type LoadProblemProps = {
  of: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Says which part of the page is missing. Without it the reason is the title. */
  title?: string
  wordsOf?: (error: unknown) => ProblemText
}

/** The cause of a query that failed, and the next try, in place of its content. */
export function LoadProblem({ of, title, wordsOf = problemText }: LoadProblemProps) {
  const words = wordsOf(of.error)
  return (
    <Failure title={title ?? words.title} busy={of.isFetching} onRetry={() => void of.refetch()}>
      {words.text}
    </Failure>
  )
}
