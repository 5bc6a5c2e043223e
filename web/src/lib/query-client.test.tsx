import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('a failed query is read by what mounts to show it, and asked again by the next page that needs it', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('away')))
  function Reader({ children }: { children?: React.ReactNode }) {
    const { isPending } = useQuery({ queryKey: ['waits'], queryFn: ask })
    return isPending ? 'Loading' : <>Failed{children}</>
  }
  const app = (page: React.ReactNode) => <QueryClientProvider client={client}>{page}</QueryClientProvider>
  const client = createQueryClient()
  const { rerender } = render(
    app(
      <Reader>
        <Reader />
      </Reader>,
    ),
  )
  await screen.findByText('FailedFailed')
  expect(ask).toHaveBeenCalledTimes(1)

  act(() => rerender(app(<p>Another page</p>)))
  act(() => rerender(app(<Reader />)))
  await screen.findByText('Failed')
  expect(ask).toHaveBeenCalledTimes(2)
})
