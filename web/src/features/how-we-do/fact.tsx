import type { ReactNode } from 'react'

type FactProps = { figure: string; unit?: string; title: string; children: ReactNode; heading?: 'h2' | 'h3' }

/** A figure, its name, and how it is meant. */
export const Fact = ({ figure, unit, title, children, heading: Heading = 'h2' }: FactProps) => (
  <li className="grid items-center gap-x-6 gap-y-1 border-b border-line py-4 md:grid-cols-[232px_minmax(0,1fr)]">
    <span className="font-display text-28 leading-8 font-extrabold tracking-[-0.03em]">
      {figure}
      {unit && <small className="ml-1 text-16 tracking-normal">{unit}</small>}
    </span>
    <div>
      <Heading className="text-22 leading-7">{title}</Heading>
      <p className="max-w-[68ch] text-ink-2">{children}</p>
    </div>
  </li>
)
