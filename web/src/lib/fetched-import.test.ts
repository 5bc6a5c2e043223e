import { beforeEach, expect, test, vi } from 'vitest'
import { isNotLoaded } from './error-boundary.tsx'
import { fetchedImport } from './fetched-import.ts'

type Answer = { code: string } | { status: number } | { arrival: Promise<Response> } | 'no signal'

/** The server's files, by name. An arrived file is known for the life of a page, so that each test has files of its own. */
const files = new Map<string, Answer>()
const asked: string[] = []
const imported = vi.fn<(name: string) => Promise<string>>()

beforeEach(() => {
  asked.length = 0
  imported.mockReset().mockImplementation(async (name) => name)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const name = new Request(input).url.split('/').at(-1) ?? ''
    asked.push(name)
    const answer = files.get(name) ?? { status: 404 }
    if (answer === 'no signal') throw new TypeError('Load failed')
    if ('arrival' in answer) return answer.arrival
    return 'code' in answer ? new Response(answer.code) : new Response('', answer)
  })
})

test.for<[why: string, answer: Answer, load: () => Promise<string>]>([
  ['without a signal', 'no signal', () => imported('./lost.js')],
  ['that a server could not give', { status: 503 }, () => imported('./late.js')],
])('code %s is not imported, so that the next try can import it', async ([_why, answer, load]) => {
  const name = /\w+\.js/.exec(String(load))?.[0] ?? ''
  files.set(name, answer)
  await expect(fetchedImport(load)).rejects.toSatisfy(isNotLoaded)
  expect(imported).not.toHaveBeenCalled()

  files.set(name, { code: 'const a = 1' })
  expect(await fetchedImport(load)).toBe(`./${name}`)
})

test('code is not imported before all that it needs is there, and what it loads later is not fetched', async () => {
  const load = () => imported('./calendar.js')
  files.set('calendar.js', {
    code: 'import{a as e}from"./form.js";import"./page.js";const b=()=>import(`./dialog.js`)',
  })
  files.set('page.js', { code: 'import{c as e}from"./shared.js";' })
  files.set('form.js', { code: '' })
  files.set('shared.js', 'no signal')
  await expect(fetchedImport(load)).rejects.toSatisfy(isNotLoaded)
  expect(imported).not.toHaveBeenCalled()

  files.set('shared.js', { code: '' })
  await fetchedImport(load)
  expect(imported).toHaveBeenCalledOnce()
  expect(asked).not.toContain('dialog.js')
})

test('code that another import has on its way is waited for, and is asked for again where it was lost', async () => {
  const loads = [() => imported('./ticket.js'), () => imported('./entries.js')]
  const { promise: arrival, reject } = Promise.withResolvers<Response>()
  for (const name of ['ticket.js', 'entries.js'])
    files.set(name, { code: 'import{a as e}from"./fields.js";' })
  files.set('fields.js', { arrival })
  const lost = Promise.allSettled(loads.map(fetchedImport))
  reject(new TypeError('Load failed'))
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(imported).not.toHaveBeenCalled()

  files.set('fields.js', { code: '' })
  expect(await Promise.all(loads.map(fetchedImport))).toEqual(['./ticket.js', './entries.js'])
})

test('what has arrived is not asked for again, also where two files need each other', async () => {
  const load = () => imported('./one.js')
  files.set('one.js', { code: 'import{a as e}from"./other.js";' })
  files.set('other.js', { code: 'import{b as e}from"./one.js";' })
  await fetchedImport(load)
  await fetchedImport(load)
  expect(asked).toEqual(['one.js', 'other.js'])
  expect(imported).toHaveBeenCalledTimes(2)
})

test('an error of the code itself is none of its arrival', async () => {
  files.set('broken.js', { code: '' })
  imported.mockRejectedValueOnce(new Error('undefined is not a function'))
  await expect(fetchedImport(() => imported('./broken.js'))).rejects.toThrow('undefined is not a function')
})
