import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { giveBrowser, servePush } from '../../test/push.ts'
import { button, renderSection, rows, turnOnButton } from '../../test/push-section.tsx'
import { server } from '../../test/server.ts'

test('the phone of the sandbox is offered in the local run, and added as any device', async () => {
  const notifier = servePush()
  giveBrowser()
  let asked: unknown
  server.use(
    http.post('*/sandbox/devices', async ({ request }) => {
      asked = await request.json()
      const keys = { p256dh: `B${'p'.repeat(86)}`, auth: 's'.repeat(22) }
      return HttpResponse.json(
        { endpoint: 'http://127.0.0.1:4900/push/p1', expirationTime: null, keys },
        { status: 201 },
      )
    }),
  )
  const user = renderSection({ sandboxDeviceUrl: '/sandbox/devices' })
  await user.click(await button('Add the sandbox’s phone'))
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Sandbox phone'),
  ])
  expect(asked).toMatchObject({ applicationServerKey: `B${'k'.repeat(86)}` })
  expect(notifier.added).toMatchObject([{ endpoint: 'http://127.0.0.1:4900/push/p1', name: 'Sandbox phone' }])
})

test('without a sandbox no phone of it is offered', async () => {
  servePush()
  giveBrowser()
  renderSection()
  await turnOnButton()
  expect(screen.queryByRole('button', { name: /sandbox/ })).toBeNull()
})
