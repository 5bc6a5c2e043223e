import type { ReactNode } from 'react'
import { Panel } from '../ui/panel.tsx'

type BadLinkProps = {
  title?: string
  text: string
  /** The way on. */
  children?: ReactNode
}

/** In place of what a mail's link led to: nothing failed, but this link will never work. */
export const BadLink = ({ title = 'This link is incomplete', text, children }: BadLinkProps) => (
  <div role="alert" className="max-w-140">
    <Panel kind="open" title={title} heading="h2">
      <p className="text-ink-2">{text}</p>
      {children}
    </Panel>
  </div>
)
