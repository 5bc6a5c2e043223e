import type { SoldDays, SystemFigure } from '@walkon/contracts/http/system'
import { SERVICE_NAMES, SERVICES, type ServiceName } from '@walkon/contracts/services'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

function signInAs(...roles: string[]) {
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles })
}

const EPCOT = '3b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
const hours = (accepted: number, failed: number) =>
  Array.from({ length: 24 }, (_, hour) => (hour === 0 ? { accepted, failed } : { accepted: 0, failed: 0 }))

type Answers = {
  figures?: Partial<Record<ServiceName, SystemFigure[]>>
  readAt?: string | null
  sold?: SoldDays
}
const NOTHING_SOLD: SoldDays = { dailyPassesPerPark: null, days: [] }

function serveSystem({ figures = {}, readAt = new Date().toISOString(), sold = NOTHING_SOLD }: Answers = {}) {
  server.use(
    http.get('*/api/billing/system/sold-days', () => HttpResponse.json(sold)),
    ...SERVICE_NAMES.map((service) =>
      http.get(`*${SERVICES[service].address}/system`, () =>
        HttpResponse.json({
          startedAt: '2026-04-14T13:00:00Z',
          readAt: '2026-04-14T14:00:00Z',
          figures: figures[service] ?? [{ name: 'outbox_rejected', labels: {}, value: 0 }],
        }),
      ),
    ),
    http.get('*/api/parks/system/polls', () =>
      HttpResponse.json([{ destinationId: EPCOT, name: 'Walt Disney World', readAt }]),
    ),
    http.get('*/api/notifications/system/sends', () =>
      HttpResponse.json({
        day: hours(1_200, 3),
        weekBefore: hours(900, 0),
        errors: [{ channel: 'email', code: 'hard-bounce', messages: 3 }],
      }),
    ),
  )
}

test.for([['moderator'], []])('a visitor with the roles %j is sent home', async (roles) => {
  signInAs(...roles)
  const { address } = renderApp('/admin/system')
  await waitFor(() => expect(address()).toBe('/'))
})

test('where all is well the page says that nothing is to do', async () => {
  signInAs('support')
  serveSystem()
  renderApp('/admin/system')
  expect(await screen.findByText('Nothing to do.')).toBeDefined()
  expect(await screen.findByText(/Fine: all 1 destinations were read within 15 min/)).toBeDefined()
  expect(screen.getAllByText(/Fine: 1 figure, runs since/)).toHaveLength(SERVICE_NAMES.length)
})

test('a figure beyond its limit is named in words, with what to do', async () => {
  signInAs('support')
  serveSystem({
    figures: { notifier: [{ name: 'consumer_lag_seconds', labels: { topic: 'alerts' }, value: 600 }] },
  })
  renderApp('/admin/system')
  expect(await screen.findByText('To do: 1.')).toBeDefined()
  const messages = within(screen.getByRole('region', { name: /^Messages notifier/ }))
  for (const part of ['Act', '10 min', 'alerts', /Look in the log whether the consumer stands still/])
    expect(messages.getByText(part)).toBeDefined()
})

test('a service that does not answer is something to do, and the others are shown', async () => {
  signInAs('admin')
  serveSystem()
  server.use(http.get('*/api/billing/system', () => refusal('unavailable')))
  renderApp('/admin/system')
  const billing = within(await screen.findByRole('region', { name: /^Orders and payments/ }))
  expect(await billing.findByText(/Act: the service does not answer/)).toBeDefined()
  expect(screen.getByText('To do: 1.')).toBeDefined()
})

test.for([null, new Date(Date.now() - 3_600_000).toISOString()])(
  'a destination that was last read at %s is to be acted on',
  async (readAt) => {
    signInAs('support')
    serveSystem({ readAt })
    renderApp('/admin/system')
    expect(await screen.findByText(/Act: 1 of 1 destinations are older than 15 min/)).toBeDefined()
    expect(screen.getByText(/Look whether park-data runs/)).toBeDefined()
  },
)

test('messages of today are told beside those of last week, with why some failed', async () => {
  signInAs('support')
  serveSystem()
  renderApp('/admin/system')
  const sends = within(await screen.findByRole('region', { name: 'Messages by hour' }))
  expect(await sends.findByText('Today so far: 1,200 sent')).toBeDefined()
  expect(sends.getByText(/Last week until this hour: 900 sent, 0 failed/)).toBeDefined()
  expect(sends.getByText('Email: hard bounce')).toBeDefined()
  expect(sends.getByRole('row', { name: '0:00 1,200 3 900', hidden: true })).toBeDefined()
})

test('what is sold of each park’s day is counted, and a day that is sold out says so', async () => {
  signInAs('support')
  const day = { parkId: EPCOT, parkName: 'EPCOT', date: '2026-04-14', taken: 40 }
  const studios = { ...day, parkId: crypto.randomUUID(), parkName: 'Hollywood Studios', taken: 12 }
  serveSystem({ sold: { dailyPassesPerPark: 40, days: [day, studios] } })
  renderApp('/admin/system')
  const sold = within(await screen.findByRole('region', { name: 'Passes by day' }))
  expect(await sold.findByText(/40 a day are sold for each park. Sold out: 1\./)).toBeDefined()
  expect(sold.getByText('EPCOT, sold out')).toBeDefined()
  expect(sold.getByText('12 of 40')).toBeDefined()
  expect(sold.getByText('52')).toBeDefined()
})
