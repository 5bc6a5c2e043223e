import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { ToastPlace } from './toast-place.tsx'
import { useToast, type Notice } from './toast.tsx'

function show() {
  let say: ReturnType<typeof useToast> = () => undefined
  function Page() {
    say = useToast()
    return null
  }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(
    <ToastPlace>
      <Page />
    </ToastPlace>,
  )
  act(() => say({ title: 'Names saved' }))
  return {
    say: (title: string) => act(() => say({ title })),
    own: (notice: Notice) => act(() => say(notice)),
    user: userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) }),
  }
}

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const shown = () => screen.queryByText('Names saved')

test('a notice is said in a live region, and goes after more than six seconds', () => {
  show()
  expect(screen.getByRole('status').contains(shown())).toBe(true)
  pass(6000)
  expect(shown()).not.toBeNull()
  pass(4000)
  expect(shown()).toBeNull()
})

test('a notice waits while the pointer or the focus is on it', async () => {
  const { user } = show()
  await user.hover(screen.getByText('Names saved'))
  pass(60_000)
  expect(shown()).not.toBeNull()
  await user.unhover(screen.getByText('Names saved'))
  await user.tab()
  await expectFocusOn(screen.getByRole('button', { name: 'Dismiss' }))
  pass(60_000)
  expect(shown()).not.toBeNull()
})

test('a notice can be dismissed', async () => {
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(shown()).toBeNull()
})

test('of more than three notices the oldest goes', () => {
  const { say } = show()
  for (const title of ['Second', 'Third', 'Fourth']) say(title)
  expect(shown()).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(3)
})

test('a notice with a time of its own goes after it', () => {
  const { own } = show()
  own({ title: 'Your code comes', shownMs: 6_000 })
  pass(5_900)
  expect(screen.queryByText('Your code comes')).not.toBeNull()
  pass(200)
  expect(screen.queryByText('Your code comes')).toBeNull()
})
