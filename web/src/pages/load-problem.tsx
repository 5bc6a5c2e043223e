import { problemText } from '../lib/problem-texts.ts'
import { Failure } from '../ui/failure.tsx'

type LoadProblemProps = { of: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> } }

/** In place of what a query could not load: why, and the next try. */
export function LoadProblem({ of: { error, isFetching, refetch } }: LoadProblemProps) {
  const { title, text } = problemText(error)
  return (
    <Failure title={title} busy={isFetching} onRetry={() => void refetch()}>
      {text}
    </Failure>
  )
}
