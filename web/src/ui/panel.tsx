import type { ReactNode } from 'react'

type PanelProps = {
  title: string
  children?: ReactNode
  /** `open`: nothing chosen yet. `error`: something failed, and the panel offers the next try. */
  kind?: 'plain' | 'open' | 'error'
  /** Its level where the panel is a part of the page. */
  heading?: 'h1' | 'h2' | 'h3' | 'h4' | 'strong'
}

const LOOKS = {
  plain: 'border-line-strong bg-sheet',
  open: 'border-dashed border-line-strong',
  error: 'border-line-strong border-l-8 border-l-error bg-sheet',
}

/** A state of the page in words, and the next step. */
export function Panel({ title, children, kind = 'plain', heading: Heading = 'strong' }: PanelProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={`grid justify-items-start gap-3 rounded-card border p-6 ${LOOKS[kind]}`}
    >
      <Heading className="font-display text-22 font-bold tracking-[-0.015em] text-balance wrap-anywhere">
        {title}
      </Heading>
      {children}
    </div>
  )
}
