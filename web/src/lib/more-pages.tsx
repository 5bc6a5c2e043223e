import { Button } from '../ui/button.tsx'
import { capital } from './capital.ts'

type MorePagesProps = {
  of: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  /** The next page's subject, as in "Show older passes". */
  more: string
}

/** The way to the next page of a list, below those that are loaded. They stay when it cannot be loaded. */
export const MorePages = ({ of: pages, more }: MorePagesProps) => (
  <>
    {pages.isFetchNextPageError && (
      <p role="alert" className="text-14 text-error">
        {capital(more)} could not be loaded. Please try again.
      </p>
    )}
    {pages.hasNextPage && (
      <Button quiet busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? 'Loading' : `Show ${more}`}
      </Button>
    )}
  </>
)
