import { pushReply, shownPush, type PushPayload } from '@walkon/contracts/http/push'
import { beforeEach, expect, test, vi } from 'vitest'
import { hear, startWorker as startWorkerIn } from '../test/service-worker.ts'
import { listenToPushes } from './push-events.ts'

/** The service worker at its events; the browser around it is the test, and notifier is at its wire. */

const ORIGIN = 'http://localhost'
const RIDE = '/live-wait-times?park=p1&ride=r1'
const PUSH: PushPayload = {
  v: 1,
  kind: 'ride-alerts',
  title: 'Space Mountain: 10 min',
  body: 'At Magic Kingdom Park.',
  tag: 'delivery-1',
  url: RIDE,
  token: 'of-this-delivery',
  actions: ['done', 'snooze'],
  sentAt: '2026-04-14T13:08:00.000Z',
}

const aTab = (path: string) => ({
  url: ORIGIN + path,
  focus: vi.fn(async () => undefined),
  navigate: vi.fn(async () => ({})),
})
type Tab = ReturnType<typeof aTab>

let tabs: Tab[]
let opened: string[]
let openWindow: (href: string) => Promise<null>
let shown: { title: string; options: NotificationOptions }[]

const startWorker = () =>
  startWorkerIn(listenToPushes, {
    location: { origin: ORIGIN },
    clients: { matchAll: async () => tabs, openWindow },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => shown.push({ title, options }),
    },
  })

beforeEach(() => {
  tabs = []
  opened = []
  shown = []
  openWindow = async (href) => {
    opened.push(href)
    return null
  }
})

async function click(action = '', data: object = { url: RIDE, token: 'of-this-delivery' }) {
  const tell = startWorker()
  const close = vi.fn()
  await tell('notificationclick', { action, notification: { data, close } })
  expect(close).toHaveBeenCalledOnce()
}

const push = async (text: string | undefined) =>
  startWorker()('push', { data: text === undefined ? null : { text: () => text } })

test('a push is shown, and notifier hears that it was', async () => {
  const heard = hear('/pushes/shown', [204])
  await push(JSON.stringify(PUSH))

  expect(shown.map(({ title }) => title)).toEqual(['Space Mountain: 10 min'])
  expect(heard.map((body) => shownPush.parse(body))).toEqual([{ token: 'of-this-delivery' }])
})

test('a push without anything in it is shown', async () => {
  await push(undefined)

  expect(shown.map(({ options }) => options.body)).toEqual(['You have a new alert. Tap to see it.'])
})

test('a push whose receipt is lost stays shown', async () => {
  const heard = hear('/pushes/shown', ['no answer'])
  await push(JSON.stringify(PUSH))

  expect(shown).toHaveLength(1)
  expect(heard).toHaveLength(2)
})

test.for([
  ['done', { kind: 'done' }],
  ['snooze', { kind: 'snooze', minutes: 30 }],
] as const)('the action %s is told to notifier, and opens nothing', async ([action, reply]) => {
  const heard = hear('/pushes/replies', [204])
  await click(action)

  expect(heard.map((body) => pushReply.parse(body))).toEqual([{ token: 'of-this-delivery', reply }])
  expect(opened).toEqual([])
})

test.for([['no answer'], [503], [429]] as const)(
  'a reply that meets %s is sent once more',
  async ([problem]) => {
    const heard = hear('/pushes/replies', [problem, 204])
    await click('done')

    expect(heard).toHaveLength(2)
    expect(opened).toEqual([])
  },
)

test('a reply that gets no answer twice opens the page of all alerts', async () => {
  const heard = hear('/pushes/replies', ['no answer'])
  await click('done')

  expect(heard).toHaveLength(2)
  expect(opened).toEqual([`${ORIGIN}/manage-alerts`])
})

test('a reply that is refused is not repeated, and opens the page of all alerts', async () => {
  const heard = hear('/pushes/replies', [410])
  await click('snooze')

  expect(heard).toHaveLength(1)
  expect(opened).toEqual([`${ORIGIN}/manage-alerts`])
})

test('a visitor whose reply failed is told so where the browser opens no page any more', async () => {
  hear('/pushes/replies', ['no answer'])
  openWindow = async () => {
    throw new Error('Not allowed to open a window.')
  }
  await click('done')

  expect(shown.map(({ options }) => options)).toMatchObject([
    { body: 'That didn’t reach us. Tap to change your alerts.', data: { url: '/manage-alerts' } },
  ])
})

test('a click opens the ride where no tab is open', async () => {
  await click()

  expect(opened).toEqual([ORIGIN + RIDE])
})

test('a click shows the tab that has the ride already, and loads nothing', async () => {
  tabs = [aTab('/'), aTab(RIDE)]
  await click()

  expect(tabs.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1])
  expect(tabs[1]?.navigate).not.toHaveBeenCalled()
  expect(opened).toEqual([])
})

test('a click leads an open tab to the ride, one with a board before one in which something may be half filled in', async () => {
  tabs = [aTab('/'), aTab('/live-wait-times?park=p2')]
  await click()

  expect(tabs[0]?.focus).not.toHaveBeenCalled()
  expect(tabs[1]?.focus).toHaveBeenCalledOnce()
  expect(tabs[1]?.navigate).toHaveBeenCalledWith(ORIGIN + RIDE)
  expect(opened).toEqual([])
})

test('a click opens the ride in a new tab where the open one cannot be led there', async () => {
  const tab = aTab('/faq')
  tab.navigate.mockRejectedValue(
    new TypeError('This service worker is not the client’s active service worker.'),
  )
  tabs = [tab]
  await click()

  expect(opened).toEqual([ORIGIN + RIDE])
})

test.for([['https://evil.example/'], ['//evil.example/'], ['javascript:alert(1)'], ['http://']])(
  'a click never opens %s, which is no page of ours',
  async ([url]) => {
    await click('', { url, token: 'of-this-delivery' })

    expect(opened).toEqual([`${ORIGIN}/manage-alerts`])
  },
)
