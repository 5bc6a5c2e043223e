import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withRankedList } from './listed-pages.ts'
import { toPage } from './pages.ts'

const BUILT = '<h1>Rankings</h1><noscript><p id="ranked-list">No script</p></noscript>'
const pages = new Map([
  ['/park-rankings', toPage(BUILT)],
  ['/faq', toPage('the FAQ')],
])

const rankings = { items: [] as object[], status: 200, asked: 0 }
const server = createServer((_request, response) => {
  rankings.asked++
  response.statusCode = rankings.status
  response.end(JSON.stringify({ items: rankings.items, next: null }))
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const anItem = (name: string) => ({
  itemId: '0b1c6d6e-3f1a-4c59-9d6b-8f0a6f0a1c11',
  feedId: null,
  name,
  description: null,
  type: 'ride',
  parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  parkName: 'Magic Kingdom',
  average: 4.7,
  ratingCount: 1,
  rank: 1,
})

/** The pages with a clock of their own, and the HTML that is sent for the rankings now. */
function start() {
  const clock = { nowMs: 1_000_000 }
  const find = withRankedList(
    (path) => pages.get(path),
    url,
    () => clock.nowMs,
  )
  return { clock, find, html: () => find('/park-rankings')?.bodies.identity.toString() }
}

test('the first page of the list stands in the HTML, with names as text', async () => {
  rankings.items = [anItem('<script>$& Mountain')]
  const { html } = start()
  expect(html()).toBe(BUILT)
  await vi.waitFor(() => expect(html()).toContain('<ol>'))
  expect(html()).toBe(
    '<h1>Rankings</h1><noscript><ol><li><a href="/park-rankings?item=0b1c6d6e-3f1a-4c59-9d6b-8f0a6f0a1c11">' +
      '&lt;script&gt;$&amp; Mountain</a>, Magic Kingdom: 4.7 of 5, 1 review</li></ol></noscript>',
  )
})

test('rankings is asked once a minute, however often the page is', async () => {
  rankings.items = [anItem('One')]
  const { clock, html } = start()
  const before = rankings.asked
  for (let visit = 0; visit < 10; visit++) html()
  await vi.waitFor(() => expect(html()).toContain('One'))
  rankings.items = [anItem('Two')]
  clock.nowMs += 59_999
  expect(html()).toContain('One')
  expect(rankings.asked).toBe(before + 1)
  clock.nowMs += 1
  html()
  await vi.waitFor(() => expect(html()).toContain('Two'))
  expect(rankings.asked).toBe(before + 2)
})

test('the page is as built when rankings is away, and other pages always are', async () => {
  rankings.items = [anItem('One')]
  const { clock, find, html } = start()
  html()
  await vi.waitFor(() => expect(html()).toContain('One'))
  rankings.status = 503
  rankings.items = [{ code: 'unavailable' }]
  clock.nowMs += 60_000
  html()
  await vi.waitFor(() => expect(html()).toBe(BUILT))
  rankings.status = 200
  expect(find('/faq')?.bodies.identity.toString()).toBe('the FAQ')
  expect(find('/nowhere')).toBeUndefined()
})
