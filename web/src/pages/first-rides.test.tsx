import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { serveAlerts } from '../test/manage-alerts.ts'
import { TOKEN } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aRide, aSubscription, aWatch, MAGIC_KINGDOM, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const activation = {
  parkId: MAGIC_KINGDOM,
  parkName: 'Magic Kingdom Park',
  dates: ['2026-04-14'],
}

/** A park of four rides, of which two are short, right after its alerts were turned on. */
async function turnOn(overrides = {}, whenServed = () => {}) {
  const watches = ['Carousel', 'TRON', 'Space Mountain', 'Peter Pan'].map((name) => aWatch(name))
  const waits = [5, 10, 40, 45]
  const rides = watches.map(({ rideId, rideName }, index) =>
    aRide({
      rideId,
      name: rideName,
      waitMinutes: waits[index] ?? null,
      usualMinutes: [5, 60, 50, 45][index] ?? null,
      popularity: [5, 60, 50, 45][index] ?? 0,
    }),
  )
  const changes = serveAlerts([aSubscription({ watches, ...overrides })], [], rides)
  server.use(
    http.post('*/api/billing/activations/link', () =>
      HttpResponse.json({ ...activation, email: 'ana@example.com' }),
    ),
    http.post('*/api/billing/activations/confirm', () =>
      HttpResponse.json({ ...activation, status: 'active', manageToken: TOKEN }),
    ),
  )
  whenServed()
  const view = renderApp('/confirm-alerts?token=c0nfirm-c0nfirm-c0nfirm')
  await view.user.click(await screen.findByRole('button', { name: 'Turn on my alerts' }))
  return { ...view, changes, watches }
}

const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })

test('right after the activation the visitor reads which rides are short already, the furthest below its usual wait first', async () => {
  await turnOn()
  expect(await screen.findByText('Short already: TRON 10 min, Carousel 5 min.')).toBeDefined()
  expect((await choice('All 4 rides')).checked).toBe(true)
})

test('one tap leaves the big ones alone', async () => {
  const { user, changes, watches } = await turnOn()
  await user.click(await choice('The 2 big ones'))
  await waitFor(async () => expect((await choice('The 2 big ones')).checked).toBe(true))
  expect(changes).toMatchObject([
    {
      watches: watches.map(({ rideId, rideName }) => ({
        rideId,
        active: ['TRON', 'Space Mountain'].includes(rideName),
      })),
    },
  ])
  expect(await screen.findByText('Short already: TRON 10 min.')).toBeDefined()
})

test('a choice that could not be saved says so, and what is watched stays', async () => {
  const { user } = await turnOn()
  server.use(http.patch('*/api/alerts/subscriptions/:id', () => refusal('internal')))
  await user.click(await choice('The 2 big ones'))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect((await choice('All 4 rides')).checked).toBe(true)
})

test('the choice comes as soon as the alerts are known', async () => {
  await turnOn({}, () =>
    server.use(http.get('*/api/alerts/subscriptions', () => HttpResponse.json([]), { once: true })),
  )
  expect(screen.queryByRole('radio')).toBeNull()
  expect(await screen.findByText(/^Short already|^None of them/)).toBeDefined()
})

test('the choice comes although an answer was lost while the alerts were not known', async () => {
  await turnOn({}, () => {
    const answers = [() => HttpResponse.json([]), () => refusal('unavailable')]
    server.use(http.get('*/api/alerts/subscriptions', () => answers.shift()?.()))
  })
  expect(await screen.findByText(/^Short already|^None of them/)).toBeDefined()
})

test('a day to come names no ride as short already', async () => {
  await turnOn({ state: 'scheduled' })
  expect(await screen.findByText('We watch them from the start of your first day.')).toBeDefined()
})

test('rides that were ordered stand first, and can be chosen again after a look at all of them', async () => {
  const watches = ['Carousel', 'TRON', 'Space Mountain', 'Peter Pan'].map((name) => ({
    ...aWatch(name),
    active: name === 'Peter Pan',
  }))
  const { user } = await turnOn({ watches })
  expect((await choice('Peter Pan')).checked).toBe(true)

  await user.click(await choice('All 4 rides'))
  await waitFor(async () => expect((await choice('All 4 rides')).checked).toBe(true))
  await user.click(await choice('Peter Pan'))

  await waitFor(async () => expect((await choice('Peter Pan')).checked).toBe(true))
})
