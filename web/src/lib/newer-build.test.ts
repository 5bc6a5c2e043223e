import { expect, test, vi } from 'vitest'
import { pages } from '../test/builds.ts'
import { isNewerBuildThere } from './newer-build.ts'

test('a server whose pages name this build’s script has no newer build', async () => {
  pages.ofThisBuild()
  expect(await isNewerBuildThere()).toBe(false)
})

test('a server whose pages name another script has a newer build', async () => {
  pages.ofNewerBuild()
  expect(await isNewerBuildThere()).toBe(true)
})

test('a gateway that is being started again is no newer build', async () => {
  pages.ofProxy()
  expect(await isNewerBuildThere()).toBe(false)
})

test('without a connection it is not known', async () => {
  pages.unreached()
  await expect(isNewerBuildThere()).rejects.toThrow(TypeError)
})

test('the page is asked of the server, not of the browser’s cache', async () => {
  pages.ofThisBuild()
  const asked = vi.spyOn(globalThis, 'fetch')
  await isNewerBuildThere()
  expect(asked.mock.lastCall?.[1]?.cache).toBe('no-store')
})
