import { expect, test, vi } from 'vitest'
import { keepApp } from './keep-app.ts'

const entry = (name: string) => ({ name }) as PerformanceEntry

test('the worker is told the files of this site that the visit has loaded', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    entry(`${location.origin}/assets/app.js?x`),
    entry('https://elsewhere.example/assets/other.js'),
  ])
  const postMessage = vi.fn()
  const register = vi.fn(async () => undefined)
  await keepApp({ register, ready: Promise.resolve({ active: { postMessage } }) } as never)
  expect(register).toHaveBeenCalledWith('/sw.js')
  expect(postMessage).toHaveBeenCalledWith({ loaded: ['/assets/app.js'] })
})

test.for([undefined, { register: () => Promise.reject(new Error('refused')) }])(
  'a browser without a worker (%o) has the app all the same',
  async (container) => {
    await expect(keepApp(container as never)).resolves.toBeUndefined()
  },
)
