import type { ReactNode } from 'react'
import type { FieldProblem } from './field.tsx'
import { Panel } from './panel.tsx'

/** Why a form could not be sent, where that is about no single field; with what can be done about it. */
export function FormProblem({ problem, children }: { problem: FieldProblem | null; children?: ReactNode }) {
  if (!problem) return null
  return (
    <Panel kind="error" title={problem.title}>
      <p className="text-ink-2">{problem.text}</p>
      {children}
    </Panel>
  )
}
