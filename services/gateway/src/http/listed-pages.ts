import { pageOf } from '@walkon/contracts/http/page'
import { rankedItem, type RankedItem } from '@walkon/contracts/http/rankings'
import { escaped } from './escaped.ts'
import { toPage, type Page } from './pages.ts'
import { readAnswer } from './read-answer.ts'

/** The page whose list is written into its HTML, and what stands there as the build has rendered it, for browsers without script. */
const PATH = '/park-rankings'
const PLACE = /<p id="ranked-list">[^<]*<\/p>/

const FRESH_MS = 60_000
const TIMEOUT_MS = 3_000

const answer = pageOf(rankedItem)

/** The page at an address, as it is to be sent now. The query is as in the address, with its question mark. */
export type FindPage = (path: string, query?: string) => Page | undefined

/**
 * Pages as the build has rendered them. The page of the rankings has the first page of its list, read at most once a minute. Without a list
 * that is fresh it is the page as built: no visitor waits for it.
 */
export function withRankedList(findPage: FindPage, rankingsUrl: string, now: () => number): FindPage {
  let list: string | null = null
  let kept: { made: Page; of: Page; list: string } | null = null
  let askedAtMs = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    try {
      const { items } = await readAnswer(`${rankingsUrl}/items?type=ride`, answer, TIMEOUT_MS)
      list = items.length === 0 ? null : toList(items)
    } catch {
      list = null
    }
  }

  return (path, query) => {
    const page = findPage(path, query)
    if (path !== PATH || !page) return page
    if (now() - askedAtMs >= FRESH_MS) {
      askedAtMs = now()
      void read()
    }
    if (list === null) return page
    if (kept?.of !== page || kept.list !== list) kept = { made: withList(page, list), of: page, list }
    return kept.made
  }
}

/** A function: a name may hold what `replace` takes for a pattern. */
const withList = (page: Page, list: string) =>
  toPage(page.bodies.identity.toString('utf8').replace(PLACE, () => list))

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
