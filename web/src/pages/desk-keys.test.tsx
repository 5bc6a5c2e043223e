import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ALERTS, EMAIL, find, RIDE, serveDesk, signInAs, SUBSCRIPTION } from '../test/desk.ts'
import { expectFocusOn } from '../test/focus.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

beforeEach(() => serveParks([]))

test('“/” goes to the field, and “?” tells the keys, except while something is typed', async () => {
  signInAs('support')
  serveDesk()
  const { user } = renderApp('/admin/desk')
  const field = await screen.findByLabelText(/^Find a visitor/)
  await user.keyboard('/')
  await expectFocusOn(field)
  await user.keyboard('?')
  expect(field).toHaveProperty('value', '?')
  expect(screen.queryByRole('dialog')).toBeNull()
  field.blur()
  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: 'Keys of the desk' })
  expect(help.textContent).toContain('Next and previous lane of the day or entry of the time line')
})

test('the arrows move through the entries of the time line', async () => {
  signInAs('support')
  const alert = (id: string, triggeredAt: string) => ({
    id,
    subscriptionId: SUBSCRIPTION,
    rideId: RIDE,
    rideName: id,
    kind: 'short-wait',
    waitMinutes: 10,
    triggeredAt,
  })
  const alerts = [
    alert('newest', '2026-04-14T16:00:00Z'),
    alert('middle', '2026-04-14T15:00:00Z'),
    alert('oldest', '2026-04-14T14:00:00Z'),
  ]
  serveDesk({ alerts: { ...ALERTS, alerts } })
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  const rows = within(await screen.findByRole('list', { name: 'Entries' })).getAllByRole('listitem')
  expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  rows[0]!.focus()
  const steps = ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{Home}', '{End}']
  const reached = []
  for (const step of steps) {
    await user.keyboard(step)
    reached.push(rows.findIndex((row) => row === document.activeElement))
  }
  expect(reached).toEqual([1, 2, 2, 1, 0, 2])
})
