import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { object } from 'zod/mini'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { gatedRequest, keepGateKey } from '../lib/gate-key.ts'
import { GATE_PASSWORD, serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

const theTitle = () => screen.findByRole('button', { name: 'Coming Soon' })
const theField = () => screen.queryByLabelText('Developer password')
const overlay = () => screen.queryByRole('button', { name: 'Coming Soon' })
const anEnd = (inMs: number) => new Date(Date.now() + inMs).toISOString()

function signIn() {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
}

/** The overlay of restaurant alerts with its field for the password. */
async function openField() {
  const view = renderApp('/restaurant-alerts')
  const title = await theTitle()
  for (let press = 0; press < 5; press += 1) await view.user.click(title)
  return view
}

describe('the overlay', () => {
  test('says when a closed feature is expected, and nothing where the operator has no date', async () => {
    serveGates({ launchNote: 'Q1 2025' })
    const { unmount } = renderApp('/restaurant-alerts')
    expect(await screen.findByText('Expected launch: Q1 2025')).toBeDefined()
    unmount()

    serveGates({ launchNote: null })
    renderApp('/restaurant-alerts')
    await theTitle()
    expect(screen.queryByText(/Expected launch/)).toBeNull()
  })

  test('is unseen until the gate has answered', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    serveGates()
    server.use(
      http.get('*/api/planner/gates', async () => {
        await answered
        return undefined
      }),
    )
    renderApp('/restaurant-alerts')
    const section = await screen.findByRole('region', { name: 'Coming Soon' })
    expect(section.classList).toContain('until-known')

    answer()
    await screen.findByText('Expected launch: Q2 2025')
    expect(section.classList).not.toContain('until-known')
  })

  test('leaves when the operator opens the feature', async () => {
    serveGates({ open: ['restaurant-alerts'] })
    renderApp('/restaurant-alerts')
    await waitFor(() => expect(overlay()).toBeNull())
  })

  test('stays, with the next try, where planner cannot be reached', async () => {
    server.use(http.get('*/api/planner/gates', () => refusal('unavailable'), { once: true }))
    const { user } = renderApp('/restaurant-alerts')
    await screen.findByText('We are busy')
    expect(await theTitle()).toBeDefined()
    serveGates()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Expected launch: Q2 2025')).toBeDefined()
  })

  test.for(['/lightning-lane', '/manage-restaurant-alerts'])(
    'of %s comes after the sign-in',
    async (path) => {
      serveGates()
      const { address, unmount } = renderApp(path)
      await waitFor(() => expect(address()).toBe('/auth'))
      unmount()

      signIn()
      renderApp(path)
      expect(await theTitle()).toBeDefined()
    },
  )
})

describe('the password', () => {
  test('is asked for after five clicks on the title, and nothing shows before the fifth', async () => {
    serveGates()
    const { user } = renderApp('/restaurant-alerts')
    const title = await theTitle()
    await screen.findByText('Expected launch: Q2 2025')
    const before = document.body.innerHTML
    for (let press = 0; press < 4; press += 1) await user.click(title)
    expect(document.body.innerHTML).toBe(before)
    await user.click(title)
    await expectFocusOn(theField())
  })

  test('is asked for after five presses of a key', async () => {
    serveGates()
    const { user } = renderApp('/restaurant-alerts')
    const title = await theTitle()
    title.focus()
    await user.keyboard('{Enter} {Enter} {Enter}')
    expect(theField()).not.toBeNull()
  })

  test('opens the page, and the browser keeps the key and not the password', async () => {
    const tried = serveGates()
    const { user, unmount } = await openField()
    await user.type(theField() as HTMLElement, `${GATE_PASSWORD}{Enter}`)
    await waitFor(() => expect(overlay()).toBeNull())

    expect(tried).toEqual([GATE_PASSWORD])
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(GATE_PASSWORD)
    unmount()
    renderApp('/restaurant-alerts')
    await screen.findByRole('heading', { level: 1 })
    expect(overlay()).toBeNull()
  })

  test('that is wrong gives the alert "Incorrect password", and many wrong ones the time to wait', async () => {
    serveGates()
    const { user } = await openField()
    for (let guess = 1; guess <= 5; guess += 1) {
      await user.type(theField() as HTMLElement, 'wrong{Enter}')
      await screen.findByRole('button', { name: 'Unlock' })
    }
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect passwordPlease try again.')

    await user.type(theField() as HTMLElement, '{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Too Many AttemptsPlease wait a quarter of an hour, then try again.',
      ),
    )
  })
})

describe('the key', () => {
  test('that has ended opens nothing', async () => {
    serveGates()
    keepGateKey({ key: 'a-key', expiresAt: anEnd(-1) })
    renderApp('/restaurant-alerts')
    expect(await theTitle()).toBeDefined()
  })

  test('goes with a request to what is behind, and is forgotten when planner refuses it', async () => {
    serveGates()
    keepGateKey({ key: 'a-key', expiresAt: anEnd(60_000) })
    const shown: (string | null)[] = []
    server.use(
      http.get('*/api/planner/behind', ({ request }) => {
        shown.push(request.headers.get('x-gate-key'))
        return shown.length === 1 ? HttpResponse.json({}) : refusal('gate-closed')
      }),
    )
    renderApp('/restaurant-alerts')
    await screen.findByRole('heading', { level: 1 })
    expect(overlay()).toBeNull()

    await gatedRequest(object({}), '/planner/behind')
    await expect(gatedRequest(object({}), '/planner/behind')).rejects.toMatchObject({ code: 'gate-closed' })
    expect(shown).toEqual(['a-key', 'a-key'])
    expect(await theTitle()).toBeDefined()
  })
})
