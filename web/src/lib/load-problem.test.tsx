import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LoadProblem } from './load-problem.tsx'
import { createQueryClient } from './query-client.ts'

/** A part of a page that is away at first, and comes with the first answer. */
function renderWaits(title?: string) {
  const answer = Promise.withResolvers<string>()
  const ask = vi.fn<() => Promise<string>>(() => answer.promise).mockRejectedValueOnce(new Error('away'))
  function Waits() {
    const query = useQuery({ queryKey: ['waits'], queryFn: ask })
    if (query.data) return query.data
    return query.isLoadingError ? <LoadProblem of={query} {...(title && { title })} /> : 'Loading'
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Waits />
    </QueryClientProvider>,
  )
  return { answer, ask, user: userEvent.setup({ delay: null }) }
}

const again = () => screen.findByRole('button', { name: 'Try again' })

test('a part that could not be loaded is named, and the next try puts its content in its place', async () => {
  const { answer, user } = renderWaits('Error loading the waits')
  await screen.findByText('Error loading the waits')
  await user.click(await again())
  answer.resolve('5 min')
  expect(await screen.findByText('5 min')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('two presses of the next try are one request', async () => {
  const { ask, user } = renderWaits()
  await user.dblClick(await again())
  expect(ask).toHaveBeenCalledTimes(2)
})
