import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useTitle } from '../lib/use-title.ts'
import { titleOf } from '../page-heads.ts'

type PageHeadProps = {
  /** Set if the heading is about the page's present content. Without it the page has the title of page-heads.ts. */
  title?: string
  /** Set if the tab says more than the heading. */
  tabTitle?: string
  lede?: string
  /** It takes the focus, so that a change of the page's state is read out. */
  takesFocus?: boolean
  /** On a phone it leaves more of the first screen to the content below. */
  isCompact?: boolean
  children?: ReactNode
}

/** The title of a page, with what belongs beside it. The shell moves the focus to where it points. */
export function PageHead({
  title,
  tabTitle,
  lede,
  takesFocus = false,
  isCompact = false,
  children,
}: PageHeadProps) {
  const ownTitle = titleOf(useLocation().pathname)
  const shownTitle = title ?? ownTitle
  useTitle(tabTitle ?? shownTitle)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div
      className={`grid gap-5 pt-[clamp(24px,4vw,48px)] pb-6 ${isCompact ? 'max-md:gap-2 max-md:pt-3 max-md:pb-2' : ''}`}
    >
      <h1
        id="page-title"
        ref={heading}
        tabIndex={-1}
        className={`focus-visible:outline-none ${isCompact ? 'max-md:text-28 max-md:leading-8' : ''}`}
      >
        {shownTitle}
      </h1>
      {lede && <p className="lede">{lede}</p>}
      {children}
    </div>
  )
}
