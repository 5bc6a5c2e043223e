import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, serveDesk } from '../test/desk.ts'
import { DESK_NOW, doIt, nothing, openAct, serveSetAside } from '../test/desk-acts.ts'
import { APP_CODE, serveIdentity, verifiedFactor, wasSignedIn } from '../test/identity.ts'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const USER = '5b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'

let identity: ReturnType<typeof serveIdentity>
let tokens: (string | null)[]
beforeEach(() => {
  vi.useFakeTimers({ now: DESK_NOW, toFake: ['Date'] })
  serveParks([])
  serveSetAside([])
  wasSignedIn()
  identity = serveIdentity({ isSignedIn: true, roles: ['admin'], factors: [verifiedFactor] })
  identity.assurance = 'aal2'
  const app_metadata = { roles: [] }
  serveDesk({
    identity: { account: [{ id: USER, created_at: '2026-04-14T12:00:00Z', app_metadata }] },
    found: [{ email: EMAIL, userId: USER }],
  })
  tokens = []
  server.use(
    http.put(`*/api/identity/users/${USER}/roles/admin`, ({ request }) => {
      tokens.push(request.headers.get('authorization'))
      return tokens.length === 1 ? refusal('fresh-factor-needed') : nothing()
    }),
  )
  return () => vi.useRealTimers()
})

test('a role takes a new code of the app, after which it is granted', async () => {
  const { user, dialog } = await openAct('Grant the role admin')
  await user.click(doIt(dialog))
  const question = within(await screen.findByRole('dialog', { name: 'Is it still you?' }))
  await user.type(question.getByLabelText(/^Code/), APP_CODE)
  await user.click(question.getByRole('button', { name: 'Continue' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(tokens).toHaveLength(2)
  expect(tokens[1]).not.toBe(tokens[0])
})

test('an admin who closes the question for a new code is told that one is needed, and nothing is sent again', async () => {
  const { user, dialog } = await openAct('Grant the role admin')
  await user.click(doIt(dialog))
  const question = within(await screen.findByRole('dialog', { name: 'Is it still you?' }))
  await user.click(question.getByRole('button', { name: 'Close' }))

  expect(await dialog.findByText('A new code is needed')).toBeDefined()
  expect(tokens).toHaveLength(1)
})
