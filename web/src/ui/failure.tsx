import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Panel } from './panel.tsx'

type FailureProps = Pick<ComponentProps<typeof Panel>, 'title' | 'heading'> & {
  children?: ReactNode
  onRetry: () => void
  busy?: boolean
}

/** The cause of a failed load, and the next try, in place of the content. */
export function Failure({ title, heading = 'h2', children, onRetry, busy = false }: FailureProps) {
  return (
    <Panel kind="error" title={title} heading={heading}>
      {children && <p className="text-ink-2">{children}</p>}
      <Button quiet small busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </Panel>
  )
}
