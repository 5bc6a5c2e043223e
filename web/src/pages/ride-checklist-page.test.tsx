import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { serveChecklist } from '../test/checklist.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { aRide, aSubscription, MAGIC_KINGDOM, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const big = aRide({ name: 'Big Thunder', waitMinutes: 40, usualMinutes: 35 })
const jungle = aRide({ name: 'Jungle Cruise', waitMinutes: 25, usualMinutes: 55 })
const space = aRide({ name: 'Space Mountain', status: 'DOWN', waitMinutes: null })
const RIDES = [big, jungle, space]

beforeEach(() => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveParks(RIDES)
})

async function openList(query = '') {
  const view = renderApp(`/ride-checklist?park=${MAGIC_KINGDOM}${query}`)
  await screen.findByRole('progressbar')
  return view
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const names = () => screen.queryAllByRole('checkbox').map((each) => each.getAttribute('aria-label'))
const parts = () =>
  ['Go now', 'Better later', 'No wait right now'].filter((name) => screen.queryByRole('region', { name }))
const progress = () => screen.getByRole('progressbar').getAttribute('aria-labelledby')
const shownProgress = () => document.getElementById(progress() ?? '')?.textContent
const comeBack = () => {
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
}

test('the page is for who is signed in', async () => {
  localStorage.clear()
  const { address } = renderApp('/ride-checklist')
  await waitFor(() => expect(address()).toBe('/auth'))
})

test('a park is chosen first, and stands in the address', async () => {
  serveChecklist(RIDES)
  const { user, address } = renderApp('/ride-checklist')
  await screen.findByText('Pick a park to see its rides and waits.')
  await user.selectOptions(await screen.findByLabelText('Park'), 'Magic Kingdom Park')
  await screen.findByText('No rides on your list yet')
  expect(address()).toBe(`/ride-checklist?park=${MAGIC_KINGDOM}`)
})

test('before a park is chosen, the popular ones are a tap away', async () => {
  serveChecklist(RIDES)
  const { user, address } = renderApp('/ride-checklist')
  await user.click(await screen.findByRole('link', { name: /^Magic Kingdom/ }))
  await screen.findByText('No rides on your list yet')
  expect(address()).toBe(`/ride-checklist?park=${MAGIC_KINGDOM}`)
})

describe('without a park in its address, the page is about', () => {
  test('the park of a running pass', async () => {
    serveChecklist(RIDES, [big])
    server.use(http.get('*/api/alerts/subscriptions', () => HttpResponse.json([aSubscription()])))
    renderApp('/ride-checklist')
    await waitFor(() => expect(names()).toEqual(['Big Thunder']))
  })

  test('the park that this device looked at last, if no pass runs', async () => {
    serveChecklist(RIDES, [big])
    const matchAll = async () => [Response.json({ parkId: MAGIC_KINGDOM, readAt: '2026-04-14T18:00:00Z' })]
    vi.stubGlobal('caches', { open: async () => ({ matchAll, put: async () => undefined }) })
    server.use(http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])))
    renderApp('/ride-checklist')
    await waitFor(() => expect(names()).toEqual(['Big Thunder']))
  })
})

describe('the list', () => {
  test('has the rides by name with wait and status beside them, and says how far the visitor is', async () => {
    serveChecklist(RIDES, RIDES)
    await openList('&order=name')
    expect(names()).toEqual(['Big Thunder', 'Jungle Cruise', 'Space Mountain'])
    await screen.findByText('Temporarily Closed')
    const rows = within(screen.getByRole('list', { name: 'Rides' })).getAllByRole('listitem')
    expect(rows[1]?.textContent).toContain('25 min')
    expect(shownProgress()).toBe('0 of 3 rides done')
  })

  test('follows ticks, unticks, removals, additions of one and of all', async () => {
    const planner = serveChecklist(RIDES, [big])
    const { user } = await openList('&order=name')
    await user.click(box('Big Thunder'))
    expect(shownProgress()).toBe('1 of 1 ride done')
    await user.click(box('Big Thunder'))
    expect(shownProgress()).toBe('0 of 1 ride done')
    await user.selectOptions(screen.getByLabelText('Add a ride'), 'Jungle Cruise')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect(names()).toEqual(['Big Thunder', 'Jungle Cruise'])
    expect(screen.queryByRole('button', { name: 'Remove Big Thunder' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Edit list' }))
    await user.click(screen.getByRole('button', { name: 'Remove Big Thunder' }))
    expect(names()).toEqual(['Jungle Cruise'])
    await user.click(screen.getByRole('button', { name: 'Add all rides' }))
    expect(names()).toEqual(['Big Thunder', 'Jungle Cruise', 'Space Mountain'])
    await waitFor(() =>
      expect(planner.sent.flat()).toEqual(['complete', 'reopen', 'add', 'remove', 'add-all']),
    )
  })

  test('is begun with the big ones of its park', async () => {
    const small = aRide({ name: 'Teacups' })
    serveParks([{ ...jungle, popularity: 60 }, { ...big, popularity: 50 }, space, small])
    const planner = serveChecklist([...RIDES, small])
    const { user } = renderApp(`/ride-checklist?park=${MAGIC_KINGDOM}`)
    await user.click(await screen.findByRole('button', { name: 'Add the 2 big ones' }))
    await waitFor(() => expect(names()).toEqual(['Jungle Cruise', 'Big Thunder']))
    await waitFor(() => expect(planner.sent.flat()).toEqual(['add', 'add']))
  })

  test('is emptied after a question', async () => {
    const planner = serveChecklist(RIDES, RIDES)
    const { user } = await openList()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await user.click(screen.getByRole('button', { name: 'Keep it' }))
    expect(names()).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await user.click(screen.getByRole('button', { name: 'Reset checklist' }))
    await screen.findByText('No rides on your list yet')
    await waitFor(() => expect(planner.sent).toEqual([['reset']]))
    expect(screen.queryByText(/rides? done$/)).toBeNull()
  })

  test('begins with the ride that is shortest for this hour, says why, and folds those that are done', async () => {
    serveChecklist(RIDES, RIDES)
    const { user, address } = await openList()
    await screen.findByText('Temporarily Closed')
    expect(names()).toEqual(['Jungle Cruise', 'Big Thunder', 'Space Mountain'])
    expect(parts()).toEqual(['Go now', 'Better later', 'No wait right now'])
    expect(screen.getByText('30 min less than usual at this hour')).toBeDefined()
    expect(screen.getByText('5 min more than usual at this hour')).toBeDefined()
    expect(screen.getByText(/^since /)).toBeDefined()
    await user.click(box('Jungle Cruise'))
    expect(names()).toEqual(['Big Thunder', 'Space Mountain', 'Jungle Cruise'])
    expect(parts()).toEqual(['Better later', 'No wait right now'])
    expect(screen.getByText('Done, 1 of 3').closest('details')?.open).toBe(false)
    await user.selectOptions(screen.getByLabelText('Order'), 'By name')
    expect(names()).toEqual(['Big Thunder', 'Jungle Cruise', 'Space Mountain'])
    expect(address()).toBe(`/ride-checklist?park=${MAGIC_KINGDOM}&order=name`)
  })

  test('that is done leads to the ratings of its park', async () => {
    serveChecklist(RIDES, [big])
    const { user } = await openList()
    await user.click(box('Big Thunder'))
    await screen.findByText('You have done every ride on your list.')
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Rate today’s rides' })
    expect(link.search).toBe(`?park=${MAGIC_KINGDOM}`)
  })

  test('that cannot be loaded says so, and offers the next try', async () => {
    serveChecklist(RIDES, [big])
    server.use(http.get('*/api/planner/checklists/:parkId', () => refusal('internal'), { once: true }))
    const { user } = renderApp(`/ride-checklist?park=${MAGIC_KINGDOM}`)
    await screen.findByText('Failed to fetch checklist items')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()).toEqual(['Big Thunder']))
  })
})

describe('a change that the service refuses is taken back in the words of the specification:', () => {
  test.for([
    ['Failed to update ride status', async (user: User) => user.click(box('Big Thunder'))],
    [
      'Failed to remove ride from checklist',
      async (user: User) => {
        await user.click(screen.getByRole('button', { name: 'Edit list' }))
        await user.click(screen.getByRole('button', { name: 'Remove Big Thunder' }))
      },
    ],
    [
      'Failed to add all rides to checklist',
      async (user: User) => user.click(screen.getByRole('button', { name: 'Add all rides' })),
    ],
    [
      'Failed to add ride to checklist',
      async (user: User) => {
        await user.selectOptions(screen.getByLabelText('Add a ride'), 'Jungle Cruise')
        await user.click(screen.getByRole('button', { name: 'Add' }))
      },
    ],
    [
      'Failed to reset checklist',
      async (user: User) => {
        await user.click(screen.getByRole('button', { name: 'Reset' }))
        await user.click(screen.getByRole('button', { name: 'Reset checklist' }))
      },
    ],
  ] as const)('%s', async ([words, doIt]) => {
    serveChecklist(RIDES, [big])
    server.use(http.post('*/api/planner/checklists/:parkId/changes', () => refusal('internal')))
    const { user } = await openList()
    await doIt(user)
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    await waitFor(() => expect(names()).toEqual(['Big Thunder']))
    expect(box('Big Thunder').checked).toBe(false)
    expect(Object.keys(localStorage)).toEqual(['walkon.signed-in', 'walkon.person'])
  })
})
type User = ReturnType<typeof renderApp>['user']

describe('without a signal', () => {
  test('ticks stay on the page, and are sent in order and once when it is back', async () => {
    const planner = serveChecklist(RIDES, RIDES)
    const { user } = await openList()
    planner.isAway = true
    await user.click(box('Big Thunder'))
    await user.click(box('Jungle Cruise'))
    await user.click(box('Big Thunder'))
    await screen.findByText('No connection. 3 changes are waiting for a signal.')
    expect([box('Big Thunder').checked, box('Jungle Cruise').checked]).toEqual([false, true])

    planner.isAway = false
    comeBack()
    await waitFor(() => expect(planner.sent).toEqual([['complete', 'complete', 'reopen']]))
    await waitFor(() => expect(screen.queryByText(/No connection/)).toBeNull())
    expect([box('Big Thunder').checked, box('Jungle Cruise').checked]).toEqual([false, true])
  })

  test('ticks outlive a page that is closed and opened again', async () => {
    const planner = serveChecklist(RIDES, RIDES)
    const { user, unmount } = await openList()
    planner.isAway = true
    await user.click(box('Big Thunder'))
    await screen.findByText('No connection. 1 change is waiting for a signal.')
    unmount()

    planner.isAway = false
    await openList()
    await waitFor(() => expect(planner.sent).toEqual([['complete']]))
    expect(box('Big Thunder').checked).toBe(true)
  })
})
