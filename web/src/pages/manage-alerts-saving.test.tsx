import { screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { findRide, ride, saveButton, serveAlerts, serveOnce } from '../test/manage-alerts.ts'
import { LINK } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, aWatch, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

test('what is changed while changes are being saved is still to be saved', async () => {
  const names = ['Space Mountain', 'Haunted Mansion', 'Jungle Cruise']
  const changes = serveAlerts([aSubscription({ watches: names.map((name) => aWatch(name)) })])
  const answer = Promise.withResolvers<undefined>()
  server.use(http.patch('*/api/alerts/subscriptions/:id', () => answer.promise, { once: true }))
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  await user.click(ride('Haunted Mansion'))
  await user.click(saveButton())
  await user.click(ride('Space Mountain'))
  answer.resolve(undefined)
  await vi.waitFor(() => expect(changes).toHaveLength(1))
  await vi.waitFor(() => expect(saveButton().getAttribute('aria-disabled')).not.toBe('true'))
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  expect(names.map((name) => ride(name).checked)).toEqual([false, false, true])
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes[1]).toMatchObject({ watches: [{ active: false }, { active: false }, { active: true }] })
})

test('what another device has changed meanwhile stays, beside what is changed here', async () => {
  const watches = [aWatch('Space Mountain'), aWatch('Haunted Mansion'), aWatch('Jungle Cruise')]
  const subscription = aSubscription({ watches })
  const changes = serveAlerts([subscription])
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  serveOnce({
    ...subscription,
    watches: watches.map((watch) => ({ ...watch, active: watch.rideName !== 'Jungle Cruise' })),
  })
  await user.click(ride('Haunted Mansion'))
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes).toMatchObject([{ watches: [{ active: true }, { active: false }, { active: false }] }])
})

/** A save whose answer the test gives: none lets the server go on as usual. */
function holdSave() {
  const answer = Promise.withResolvers<Response | undefined>()
  server.use(http.patch('*/api/alerts/subscriptions/:id', () => answer.promise, { once: true }))
  return answer
}

test('a ride that is switched back while its change is being saved stays switched back, and is still to be saved', async () => {
  const changes = serveAlerts([aSubscription()])
  const answer = holdSave()
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  await user.click(ride('Haunted Mansion'))
  await user.click(saveButton())
  await user.click(ride('Haunted Mansion'))
  answer.resolve(undefined)
  await vi.waitFor(() => expect(changes).toHaveLength(1))
  await vi.waitFor(() => expect(saveButton().getAttribute('aria-busy')).toBeNull())
  expect(ride('Haunted Mansion').checked).toBe(true)
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes[1]).toMatchObject({ watches: [{ active: true }, { active: true }] })
})

test('where a save fails, a ride that was switched back meanwhile leaves the other changes to be saved', async () => {
  const changes = serveAlerts([aSubscription()])
  const answer = holdSave()
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  await user.click(ride('Haunted Mansion'))
  await user.click(ride('Space Mountain'))
  await user.click(saveButton())
  await user.click(ride('Haunted Mansion'))
  answer.resolve(refusal('internal'))
  await screen.findByText('Error saving changes')
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes).toMatchObject([{ watches: [{ active: false }, { active: true }] }])
})

test('changes that are not saved outlive a reload of the tab, and are kept no longer once they are saved', async () => {
  serveAlerts([aSubscription()])
  const first = renderApp(LINK)
  await findRide('Haunted Mansion')
  await first.user.click(ride('Haunted Mansion'))
  first.unmount()

  const second = renderApp(LINK)
  expect((await findRide('Haunted Mansion')).checked).toBe(false)
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  await second.user.click(saveButton())
  await screen.findByText('Changes saved')
  second.unmount()

  renderApp(LINK)
  await findRide('Haunted Mansion')
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

test('changes that are not saved outlive a look at another page', async () => {
  serveAlerts([aSubscription()])
  const { user, goBack } = renderApp(LINK)
  await findRide('Haunted Mansion')
  await user.click(ride('Haunted Mansion'))
  await user.click(screen.getByRole('link', { name: 'FAQ' }))
  await screen.findByRole('heading', { level: 1, name: 'FAQ' })
  goBack()
  expect((await findRide('Haunted Mansion')).checked).toBe(false)
  expect(screen.getByText('Unsaved changes')).toBeDefined()
})

const isAskedBeforeClosing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks before a tab with unsaved changes is closed, and no longer once they are saved', async () => {
  serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  expect(isAskedBeforeClosing()).toBe(false)
  await user.click(ride('Haunted Mansion'))
  expect(isAskedBeforeClosing()).toBe(true)
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(isAskedBeforeClosing()).toBe(false)
})
