import { act, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MAGIC_KINGDOM } from '../lib/popular-parks.ts'
import { SAMPLE_VOICES } from '../features/home/sample-voices.ts'
import { openHome, serveQuotes } from '../test/order-form.ts'
import { aRide, serveParks, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

const rides = [
  aRide({ name: 'Jungle Cruise', waitMinutes: 15, usualMinutes: 20 }),
  aRide({ name: 'Space Mountain', waitMinutes: 10, usualMinutes: 70 }),
]

beforeEach(() => {
  serveParks(rides)
  serveQuotes()
})

const section = (name: string | RegExp) => screen.findByRole('region', { name })

test('the sections are in the order of the specification', async () => {
  await openHome()
  await section('Alerts sent today')
  const names = [...document.querySelectorAll('main section[aria-labelledby]')].map(
    (element) => document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent,
  )
  expect(names).toEqual([
    expect.stringMatching(/spots left/),
    'One alert. Whichever way you like it.',
    'Walk-on alerts for at least 3 rides, or your money back.',
    'Alerts sent today',
    'How It Works',
    'Prices',
    'From the other side of the turnstile',
    'Your next short line is today.',
    'The Walkon newsletter',
  ])
})

test('the sample alerts are about the short rides of the board above, in the order and the words of an alert', async () => {
  await openHome()
  await screen.findByRole('article')
  const samples = within(await section(/^One alert/))
  expect(
    samples.getByText(
      /^Walkon: Space Mountain is 10 min and Jungle Cruise is 15 min\. Reply DONE, SNOOZE 30 or STOP\.$/,
    ),
  ).toBeDefined()
})

test('the pricing card recommends the SMS day, for $5 per day, and leads on', async () => {
  await openHome()
  const prices = within(await section('Prices'))
  expect(prices.getByRole('heading', { name: 'Daily SMS Alerts' })).toBeDefined()
  expect(await prices.findByText('$5')).toBeDefined()
  expect(prices.getByText('RECOMMENDED')).toBeDefined()
  expect(prices.getByRole('link', { name: 'Get Started' })).toBeDefined()
  expect(await prices.findByText(/From the 4th SMS day it costs less/)).toBeDefined()
})

test('where no texts are sold, the pricing card offers the email day', async () => {
  serveSettings({ smsEnabled: false })
  await openHome()
  const prices = within(await section('Prices'))
  expect(await prices.findByRole('heading', { name: 'Daily Email Alerts' })).toBeDefined()
  expect(prices.getByText(/From the 16th email day it costs less/)).toBeDefined()
})

test('the ten quotes stand twice for the loop, once for a screen reader, and can be paused', async () => {
  const { user } = await openHome()
  const voices = within(await section(/turnstile/))
  expect(voices.getAllByRole('listitem')).toHaveLength(SAMPLE_VOICES.length)
  expect(voices.getAllByText('Priya N.')).toHaveLength(2)
  const pause = voices.getByRole('button', { name: 'Pause' })
  await user.click(pause)
  expect(pause.getAttribute('aria-pressed')).toBe('true')
  expect(document.querySelector('.voices__track')?.classList.contains('is-paused')).toBe(true)
})

describe('live figures', () => {
  beforeEach(() => serveSettings({ homeFigures: 'live' }))
  const serveCount = (count: object) =>
    server.use(http.get('*/api/notifications/alerts-today', () => HttpResponse.json(count)))

  test('show the alerts that were counted, and no spots where nothing limits them', async () => {
    serveCount({ alerts: 12, rides: [{ rideName: 'Dumbo', alerts: 7 }] })
    await openHome()
    const counter = await section('Alerts sent today')
    expect(counter.textContent).toContain('12')
    expect(counter.textContent).toContain('of them for Dumbo')
    expect(screen.queryByText(/spots left/)).toBeNull()
  })

  test('show what billing has left at the popular parks, together and at each', async () => {
    serveCount({ alerts: 0, rides: [] })
    serveSettings({ homeFigures: 'live', dailyPassesPerPark: 40 })
    server.use(
      http.get('*/api/billing/spots/:parkId', () => HttpResponse.json({ dailyPassesPerPark: 40, days: [] })),
      http.get('*/api/billing/spots', () =>
        HttpResponse.json({ dailyPassesPerPark: 40, parks: [{ parkId: MAGIC_KINGDOM, left: 7 }] }),
      ),
    )
    await openHome()
    const banner = await section(/spots left/)
    const atParks = within(banner).getAllByRole('listitem')
    expect(atParks[0]?.textContent).toBe('7spots left atMagic Kingdom Park')
    const left = 7 + (atParks.length - 1) * 40
    expect(banner.textContent).toContain(left < 100 ? `Only ${left} spots left` : `${left} spots left today`)
    expect(screen.getByRole('option', { name: /^Magic Kingdom Park, 7 spots left$/ })).toBeDefined()
  })

  test('leave the counter out while there is nothing to count', async () => {
    serveCount({ alerts: 0, rides: [] })
    await openHome()
    await section('Prices')
    expect(screen.queryByText('Alerts sent today')).toBeNull()
  })
})

describe('the counter', () => {
  const shown = async () => (await section('Alerts sent today')).querySelector('[aria-live]')?.textContent

  test('goes on to the next ride every 4 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openHome()
    expect(await shown()).toContain('Seven Dwarfs Mine Train')
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(await shown()).toContain('Space Mountain')
  })

  test('stays where it is when it is paused, and moves by hand', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user } = await openHome()
    const counter = within(await section('Alerts sent today'))
    await user.click(counter.getByRole('button', { name: 'Pause' }))
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(await shown()).toContain('Seven Dwarfs Mine Train')
    await user.click(counter.getByRole('button', { name: 'Previous ride' }))
    expect(await shown()).toContain('Expedition Everest')
  })

  test('and the quotes stand still out of view, and move again in view', async () => {
    const sight = watchSight()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openHome()
    const quotes = (await section(/turnstile/)).querySelector('.voices__track')
    act(() => sight.tell(false))
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(await shown()).toContain('Seven Dwarfs Mine Train')
    expect(quotes?.className).toContain('is-paused')

    act(() => sight.tell(true))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(await shown()).toContain('Space Mountain')
    expect(quotes?.className).not.toContain('is-paused')
  })

  test('does not move by itself for a visitor who wants no motion', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openHome()
    const counter = within(await section('Alerts sent today'))
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(await shown()).toContain('Seven Dwarfs Mine Train')
    expect(counter.queryByRole('button', { name: 'Pause' })).toBeNull()
  })
})

/** A browser that says when content comes into view and leaves it. */
function watchSight() {
  const told: ((seen: { isIntersecting: boolean }[]) => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
        told.push(tell)
      }
      observe() {}
      disconnect() {}
    },
  )
  return { tell: (isIntersecting: boolean) => told.forEach((tell) => tell([{ isIntersecting }])) }
}
