import { PAGES_OF, type Offer } from '@walkon/contracts/offers'
import type { FindPage } from './listed-pages.ts'
import type { Missing } from './offers.ts'
import { toPage, type BuiltPages, type Page } from './pages.ts'

export const addressesOf = (missing: Missing): string[] =>
  [...missing].flatMap((offer) => PAGES_OF[offer]).toSorted()

/**
 * The pages as this installation offers them: without links to pages that are not offered, and with the words for free passes if nothing is
 * paid. A mark tells the web app to leave out the same.
 */
export function withOffers({ pages, freePages }: BuiltPages, find: () => Missing): FindPage {
  const made = new Map<string, Page>()
  let madeFor: Missing | null = null
  return (path) => {
    const missing = find()
    const built = pages.get(path)
    if (missing.size === 0 || !built) return built
    if (madeFor !== missing) made.clear()
    madeFor = missing
    const known = made.get(path)
    if (known) return known
    const html = (missing.has('payments') && freePages.get(path)) || built.bodies.identity.toString('utf8')
    const page = toPage(toOffered(html, missing))
    made.set(path, page)
    return page
  }
}

function toOffered(html: string, missing: Missing): string {
  const addresses = addressesOf(missing)
  const marked = html.replace('<html ', `<html data-without="${[...missing, ...addresses].join(' ')}" `)
  const listed = addresses.reduce((left, address) => left.replaceAll(toListed(address), ''), marked)
  return [...missing].reduce(withoutParts, listed)
}

/** An item of a list that holds one link, as menus have them. */
const toListed = (address: string) =>
  new RegExp(`<li[^>]*><a [^>]*href="${address}"[^>]*>[^<]*</a></li>`, 'g')

/** Keeps the texts before and after it two texts, as the web app draws them. */
const APART = '<!-- -->'

/** Takes out each element that says which offer it belongs to, with all that is in it. */
function withoutParts(html: string, offer: Offer): string {
  const first = new RegExp(`<(\\w+)(?: [^>]*)? data-offer="${offer}"`).exec(html)
  if (!first) return html
  const tags = new RegExp(`</?${first[1]}\\b`, 'g')
  tags.lastIndex = first.index
  let depth = 0
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[0].startsWith('</') ? -1 : 1
    if (depth > 0) continue
    const end = html.indexOf('>', tag.index) + 1
    return withoutParts(html.slice(0, first.index) + APART + html.slice(end), offer)
  }
  return html
}
