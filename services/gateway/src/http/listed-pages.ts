import { pageOf } from '@walkon/contracts/http/page'
import { rankedItem, type RankedItem } from '@walkon/contracts/http/rankings'
import { escaped } from './escaped.ts'
import { toPage, type Page, type Pages } from './pages.ts'

/** The page whose list is written into its HTML, and what stands there as the build has rendered it, for browsers without script. */
const PATH = '/park-rankings'
const PLACE = /<p id="ranked-list">[^<]*<\/p>/

const FRESH_MS = 60_000
const TIMEOUT_MS = 3_000

const answer = pageOf(rankedItem)

/** The page at an address, as it is to be sent now. The query is as in the address, with its question mark. */
export type FindPage = (path: string, query?: string) => Page | undefined

/**
 * Pages as the build has rendered them; that of the rankings with the first page of its list, read from rankings at most once a minute.
 * Without a list that is fresh it is the page as built: no visitor waits for it.
 */
export function withRankedList(pages: Pages, rankingsUrl: string, now: () => number): FindPage {
  const built = pages.get(PATH)
  const html = built?.bodies.identity.toString('utf8') ?? ''
  if (!built || !PLACE.test(html)) return (path) => pages.get(path)
  let listed: Page | null = null
  let askedAtMs = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    try {
      const response = await fetch(`${rankingsUrl}/items?type=ride`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const { items } = answer.parse(await response.json())
      // A function: a name may hold what `replace` takes for a pattern.
      listed = items.length === 0 ? null : toPage(html.replace(PLACE, () => toList(items)))
    } catch {
      listed = null
    }
  }

  return (path) => {
    if (path !== PATH) return pages.get(path)
    if (now() - askedAtMs >= FRESH_MS) {
      askedAtMs = now()
      void read()
    }
    return listed ?? built
  }
}

const toList = (items: RankedItem[]) =>
  `<ol>${items
    .map(
      ({ itemId, name, parkName, average, ratingCount }) =>
        `<li><a href="${PATH}?item=${itemId}">${escaped(name)}</a>, ${escaped(parkName)}: ${
          average === null ? 'No ratings yet' : `${average.toFixed(1)} of 5, ${countWords(ratingCount)}`
        }</li>`,
    )
    .join('')}</ol>`

const countWords = (count: number) => (count === 1 ? '1 review' : `${count} reviews`)
