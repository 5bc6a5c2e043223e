import { useEffect, useRef, type ReactNode } from 'react'

type PageHeadProps = {
  title: string
  lede?: string
  /** It takes the focus, so that a change of the page's state is read out. */
  takesFocus?: boolean
  children?: ReactNode
}

/** The title of a page, with what belongs beside it. The shell moves the focus to where it points. */
export function PageHead({ title, lede, takesFocus = false, children }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className="grid gap-5 pt-[clamp(24px,4vw,48px)] pb-6">
      <h1 id="page-title" ref={heading} tabIndex={-1} className="focus-visible:outline-none">
        {title}
      </h1>
      {lede && <p className="lede">{lede}</p>}
      {children}
    </div>
  )
}
