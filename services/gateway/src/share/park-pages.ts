import { escaped } from '../http/escaped.ts'
import type { FindPage } from '../http/listed-pages.ts'
import { toPage, type Page } from '../http/pages.ts'
import { pictureAddress } from './park-pictures.ts'
import type { Park, ParkList } from './park-list.ts'

/** The page whose query names a park. */
const PATH = '/live-wait-times'
const MOST_KEPT = 400

/** The board of a park names it in its head, for search engines and previews of shared links. Any other page is as it was. */
export function withParkHeads(findPage: FindPage, parks: ParkList, publicUrl: URL): FindPage {
  const kept = new Map<string, { made: Page; of: Page }>()
  return (path, query = '') => {
    const page = findPage(path, query)
    const parkId = path === PATH && page ? new URLSearchParams(query).get('park') : null
    const park = parkId === null ? undefined : parks.find(parkId)
    if (!page || !park) return page
    const known = kept.get(park.id)
    if (known?.of === page) return known.made
    if (kept.size >= MOST_KEPT) kept.clear()
    const made = toPage(withHead(page.bodies.identity.toString('utf8'), park, publicUrl))
    kept.set(park.id, { made, of: page })
    return made
  }
}

function withHead(html: string, { id, name }: Park, { origin }: URL): string {
  const title = `Live Wait Times: ${name} | Walkon`
  const about = `Live wait times of every ride at ${name}, shortest first, updated every minute.`
  const address = `${origin}${PATH}?park=${id}`
  return [
    [/(<title>)[^<]*/, title],
    [/(<link rel="canonical" href=")[^"]*/, address],
    [/(<meta name="description" content=")[^"]*/, about],
    [/(<meta property="og:title" content=")[^"]*/, title],
    [/(<meta property="og:description" content=")[^"]*/, about],
    [/(<meta property="og:url" content=")[^"]*/, address],
    [/(<meta property="og:image" content=")[^"]*/, origin + pictureAddress(id)],
    [/(<meta property="og:image:alt" content=")[^"]*/, `Wait times at ${name} now`],
  ].reduce((head, [tag, words]) => replaced(head, tag as RegExp, words as string), html)
}

/** A function: a name may hold what `replace` takes for a pattern. */
const replaced = (html: string, tag: RegExp, words: string) =>
  html.replace(tag, (_all, start: string) => start + escaped(words))
