import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestGateway } from '../testing/gateway.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'walkon-fonts-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<!doctype html>the app')
  await writeFile(join(root, 'assets/archivo-4f2a.woff2'), 'the typeface')
})
afterAll(() => rm(root, { recursive: true }))

const get = (url: string) => createTestGateway({ WEB_ROOT: root }).inject({ url })

test('302: a typeface has an address without a hash, which leads to the file of the present build', async () => {
  const response = await get('/fonts/archivo.woff2')

  expect(response.statusCode).toBe(302)
  expect(response.headers).toMatchObject({
    location: '/assets/archivo-4f2a.woff2',
    'cache-control': 'public, max-age=3600',
  })
})

test('404: a typeface that the build does not have has no address', async () => {
  expect((await get('/fonts/atkinson-hyperlegible-next.woff2')).statusCode).toBe(404)
})
