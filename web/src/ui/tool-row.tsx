import type { ReactNode } from 'react'

type ToolRowProps = {
  name: string
  /** The level of the name below the headings of the page. */
  heading?: 'h2' | 'h3'
  /** One line about it. */
  meta: ReactNode
  /** Its controls, each named for the act and the row. */
  acts?: ReactNode
  /** Facts to read before deciding, and problems, below the line. */
  children?: ReactNode
}

/** A row of a tool's list: the name with one line of meta, and the acts at the right. */
export const ToolRow = ({ name, heading: Heading = 'h3', meta, acts, children }: ToolRowProps) => (
  <div className="grid min-h-14 items-center gap-x-6 gap-y-1 py-2 text-14 md:grid-cols-[minmax(0,1fr)_auto]">
    <div className="min-w-0">
      <Heading className="text-16! leading-5! wrap-anywhere">{name}</Heading>
      <p className="flex flex-wrap gap-x-3 text-ink-2 wrap-anywhere">{meta}</p>
    </div>
    {acts && <div className="flex flex-wrap items-center gap-2 max-md:order-last md:justify-end">{acts}</div>}
    {children && <div className="grid gap-1 md:col-span-full">{children}</div>}
  </div>
)
