import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serveDesk, signInAs } from '../test/desk.ts'
import { expectFocusOn } from '../test/focus.ts'
import { doIt, nothing, openAct, serveAct } from '../test/desk-acts.ts'
import { serveParks } from '../test/samples.ts'

beforeEach(() => {
  serveParks([])
  signInAs('support')
  serveDesk()
})

test.for(['', 'ok', 'Wrote to ana@example.com', 'Called from 4075550142'])(
  'an act with the reason “%s” is not sent: the field says what it needs, and has the focus',
  async (words) => {
    const bodies = serveAct('/alerts/visitors/stop', nothing)
    const { user, dialog } = await openAct('Stop all alerts')
    const reason = dialog.getByLabelText(/^Reason/)
    if (words) await user.type(reason, words)
    await user.click(doIt(dialog))
    expect(await dialog.findByText('Reason required')).toBeDefined()
    expect(reason.getAttribute('aria-invalid')).toBe('true')
    await expectFocusOn(reason)
    expect(bodies).toEqual([])
  },
)

test('the Enter key in the reason does the act, and once where it is pressed twice', async () => {
  const bodies = serveAct('/alerts/visitors/stop', nothing)
  const { user, dialog } = await openAct('Stop all alerts')
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked by phone{Enter}{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toHaveLength(1)
})
