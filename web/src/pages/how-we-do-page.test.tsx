import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { missing } from '../lib/offers.ts'
import { serveCounts, someOutages } from '../test/counts.ts'
import { renderApp } from '../test/render-app.tsx'
import { server } from '../test/server.ts'

/** Tuesday, 2:40 pm in Orlando. */
beforeEach(() => {
  vi.setSystemTime('2026-04-14T18:40:00Z')
})

const open = (counts: Parameters<typeof serveCounts>[0] = {}) => {
  serveCounts(counts)
  return renderApp('/how-we-do')
}

/** The figure beside a heading. */
const fact = async (name: string) => (await screen.findByRole('heading', { name })).closest('li')?.textContent

test('the page says how fast alerts go out and what became of them, and of which days', async () => {
  open()
  expect(await screen.findByRole('heading', { name: '95 of 100 in 58 seconds' })).toBeDefined()
  expect(screen.getByText('31').textContent).toBe('31sec')
  expect(screen.getByText('Mar 15 to Apr 13, the good and the bad.')).toBeDefined()
  expect(await fact('Alerts sent')).toMatch(/^41,386/)
  expect(await fact('Still short ten minutes later')).toMatch(/^81%/)
  expect(screen.getByText(/^Counted Tue, Apr 14, 4:20 am EDT/).textContent).toMatch(
    /We count again each night\.$/,
  )
})

test('a chart of the days says in words how many were slow, and has a table', async () => {
  const { user } = open()
  const days = within(await screen.findByRole('region', { name: 'Day by day' }))
  expect(days.getByText(/One day was over a minute\.$/)).toBeDefined()
  await user.click(days.getByText('As a table'))
  const cells = days.getAllByRole('row').map((row) => row.textContent)
  expect(cells).toEqual([
    'DayAlertsMedian95 of 100 within',
    'Mon, Apr 131,65332 seconds57 seconds',
    'Sun, Apr 121,60561 seconds7 minutes',
    'Sun, Mar 15Fewer than 10Too few to sayToo few to say',
  ])
})

test('days with too few alerts to say how fast draw no chart', async () => {
  open({ alerts: { days: [{ date: '2026-04-13', alerts: 40, medianSeconds: null, p95Seconds: null }] } })
  expect(await fact('Alerts sent')).toMatch(/^41,386/)
  expect(screen.queryByText('Day by day')).toBeNull()
})

test('the numbers are there for programs, and the outages for readers of feeds', async () => {
  open()
  expect((await screen.findByRole('link', { name: 'as JSON' })).getAttribute('href')).toBe('/api/how-we-do')
  expect(screen.getByRole('link', { name: 'as an Atom feed' }).getAttribute('href')).toBe(
    '/api/how-we-do/outages.atom',
  )
})

test('a share is rounded down, so that no alert that failed is rounded away', async () => {
  open({ alerts: { deliveredShare: 0.99999 } })
  expect(await fact('Delivered')).toMatch(/^99\.9%/)
})

test('with fewer than a hundred alerts the page says that it cannot say how fast', async () => {
  open({
    alerts: {
      alerts: null,
      medianSeconds: null,
      p95Seconds: null,
      deliveredShare: null,
      stillShortShare: null,
    },
  })
  expect(await screen.findByText('From 100 alerts on, this page has a median.')).toBeDefined()
  expect(await fact('Alerts sent')).toMatch(/^Fewer than 10/)
  expect(await fact('Delivered')).toMatch(/^Too few to say/)
})

test('before the first count each part says so', async () => {
  const none = { firstDate: null, lastDate: null, countedAt: null }
  open({ alerts: none, guarantees: { ...none, fellShort: null }, outages: { since: null, outages: [] } })
  expect(await screen.findByRole('heading', { name: 'No alerts counted yet' })).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'No pass has ended yet' })).toBeDefined()
  expect(await screen.findByText('Nothing recorded yet.')).toBeDefined()
})

test('a count that did not run tonight is called late', async () => {
  open({ alerts: { countedAt: '2026-04-13T08:20:00.000Z' } })
  expect(await screen.findByText(/The next count is late\.$/)).toBeDefined()
})

test.for([
  [{ fellShort: 38, paidBack: 38 }, '38 passes fell short. All 38 were paid back.'],
  [{ fellShort: 38, paidBack: 30 }, '38 passes fell short. 30 are paid back so far.'],
  [{ fellShort: 12, paidBack: null }, '12 passes fell short. Fewer than 10 are paid back so far.'],
  [{ fellShort: null, paidBack: null }, 'Fewer than 10 passes fell short.'],
] as const)('the guarantee of %o reads "%s"', async ([guarantees, sentence]) => {
  open({ guarantees })
  expect(await screen.findByRole('heading', { name: sentence })).toBeDefined()
})

test('an outage has its length, its beginning by the clock of its park, and its parks', async () => {
  open()
  const wrong = within(await screen.findByRole('region', { name: 'What went wrong' }))
  const outage = await wrong.findByRole('listitem')
  expect(outage.textContent).toBe('38minThe waits stood stillTue, Mar 24, 2:10 pm. Magic Kingdom.')
})

test('an outage that lasts is told as one of now, with its length so far', async () => {
  const [outage] = someOutages.outages
  open({ outages: { outages: [{ ...outage!, startsAt: '2026-04-14T18:25:00.000Z', endsAt: null }] } })
  expect(await fact('No new waits right now')).toMatch(/^15min/)
})

test('a part that fails fails alone, and can be loaded again', async () => {
  serveCounts()
  server.use(http.get('/api/alerts/counts', () => HttpResponse.json(null, { status: 503 }), { once: true }))
  const { user } = renderApp('/how-we-do')
  const title = 'The numbers of our alerts didn’t load. The alerts run without them.'
  const failure = within((await screen.findByText(title)).closest<HTMLElement>('[role=alert]')!)
  expect(await screen.findByText('The waits stood still')).toBeDefined()
  await user.click(failure.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: '95 of 100 in 58 seconds' })).toBeDefined()
})

test('an installation where passes are free promises no money back', async () => {
  missing.add('payments')
  open()
  expect(await screen.findByText('The waits stood still')).toBeDefined()
  expect(screen.getByRole('main').textContent).not.toMatch(/paid|money/)
})
