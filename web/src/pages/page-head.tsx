import type { ReactNode } from 'react'

/** The title of a page, with what belongs beside it. The shell moves the focus to where it points. */
export function PageHead({ title, lede, children }: { title: string; lede?: string; children?: ReactNode }) {
  return (
    <div className="grid gap-5 pt-[clamp(24px,4vw,48px)] pb-6">
      <h1 id="page-title">{title}</h1>
      {lede && <p className="lede">{lede}</p>}
      {children}
    </div>
  )
}
