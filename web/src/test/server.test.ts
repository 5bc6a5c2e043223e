import { delay, http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { server } from './server.ts'

const PATH = '/api/parks'

test('a request is answered by the newest handler that has an answer for it', async () => {
  server.use(http.get(`*${PATH}`, () => HttpResponse.json('older')))
  server.use(
    http.get(`*${PATH}`, () => HttpResponse.json('newer'), { once: true }),
    http.all('*', () => undefined),
  )
  const answer = async () => (await fetch(PATH)).json()
  expect([await answer(), await answer()]).toEqual(['newer', 'older'])
})

test('a request that no handler answers fails, and is named in the log of the test', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const words = 'No handler of this test answers POST /api/parks?a=1'
  await expect(fetch(`${PATH}?a=1`, { method: 'POST' })).rejects.toThrow(words)
  expect(log).toHaveBeenCalledWith(words)
})

test('a handler that throws fails its request, and is named in the log of the test', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(
    http.get(`*${PATH}`, () => {
      throw new Error('a mistake')
    }),
  )
  await expect(fetch(PATH)).rejects.toThrow('a mistake')
  expect(log).toHaveBeenCalledWith('The handler of GET /api/parks has failed', expect.any(Error))
})

test('a lost connection rejects as the browser’s does', async () => {
  server.use(http.get(`*${PATH}`, () => HttpResponse.error()))
  await expect(fetch(PATH)).rejects.toThrow(TypeError)
})

test('a request that is aborted rejects at once, however late its answer is', async () => {
  server.use(http.get(`*${PATH}`, () => delay('infinite')))
  const leaving = new AbortController()
  const asked = fetch(PATH, { signal: leaving.signal })
  leaving.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  await expect(fetch(PATH, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
})
