import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callerOfMail } from '../../lib/link-caller.ts'
import { somePlanTexts } from '../../test/samples.ts'
import { useNumbersAgain } from './text-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const caller = callerOfMail('ana')
const withNumber = (state: 'waiting-for-yes' | 'confirmed') =>
  somePlanTexts({ number: { number: '••• 0142', state } })

/** A page that shows the texts of a plan. `asked` is how often it has had the numbers asked for again. */
function openPage() {
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const page = renderHook(({ texts }) => useNumbersAgain(caller, texts), {
    initialProps: { texts: withNumber('waiting-for-yes') },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { ...page, asked: () => invalidate.mock.calls.length }
}

test('the numbers of an account are asked for again four times after a change, and then no more', () => {
  const { rerender, asked } = openPage()
  rerender({ texts: withNumber('confirmed') })
  vi.advanceTimersByTime(60 * 60_000)
  expect(asked()).toBe(4)
})

test('the numbers of an account are not asked for again while nothing changes', () => {
  const { rerender, asked } = openPage()
  rerender({ texts: withNumber('waiting-for-yes') })
  vi.advanceTimersByTime(60 * 60_000)
  expect(asked()).toBe(0)
})

test('a page that is left asks for no numbers any more', () => {
  const { rerender, unmount, asked } = openPage()
  rerender({ texts: withNumber('confirmed') })
  unmount()
  vi.advanceTimersByTime(60 * 60_000)
  expect(asked()).toBe(0)
})
