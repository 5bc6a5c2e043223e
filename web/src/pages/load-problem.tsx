import { problemText } from '../lib/problem-texts.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'

type LoadProblemProps = { of: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> } }

/** In place of what a query could not load: why, and the next try. */
export function LoadProblem({ of: { error, isFetching, refetch } }: LoadProblemProps) {
  const { title, text } = problemText(error)
  return (
    <Panel kind="error" title={title} heading="h2">
      <p className="text-ink-2">{text}</p>
      <Button small busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Panel>
  )
}
