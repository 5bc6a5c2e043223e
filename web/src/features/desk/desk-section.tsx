import { useId, useState, type ReactNode } from 'react'
import { useMatches } from '../../lib/use-matches.ts'
import { Button } from '../../ui/button.tsx'

type DeskSectionProps = {
  title: string
  /** Its contents in few words, read while it is folded. */
  summary: string
  /** Controls beside the title. */
  tools?: ReactNode
  /** True beside the column that is read first. */
  isAside?: boolean
  /** The newest of its contents that matters: null without one, undefined until it is known. Another one unfolds the section. */
  news?: string | null | undefined
  children: ReactNode
}

/** A section that is not asked about first: a phone shows its title and summary until it is opened, or has news. */
export function DeskSection({ title, summary, tools, isAside, news, children }: DeskSectionProps) {
  const id = useId()
  const canFold = useMatches('(max-width: 767px)')
  const [isChosenOpen, setOpen] = useState(false)
  useNews(news, () => setOpen(true))
  const isOpen = isChosenOpen || !canFold
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h3
          id={id}
          className={`mr-auto ${isAside ? 'text-16! leading-6! max-lg:text-22! max-lg:leading-7!' : 'text-22! leading-7!'}`}
        >
          {title}
        </h3>
        {isOpen && tools}
        {canFold && (
          <Button
            quiet
            small
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'}: ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
      </div>
      {isOpen ? children : <p className="text-14 text-ink-2">{summary}</p>}
    </section>
  )
}

/** Calls `onNews` while it renders. The first one that is known is no news. */
function useNews(news: string | null | undefined, onNews: () => void): void {
  const [known, setKnown] = useState(news)
  if (news === undefined || news === known) return
  setKnown(news)
  if (known !== undefined && news !== null) onNews()
}
