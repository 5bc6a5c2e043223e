import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestGateway } from '../testing/gateway.ts'
import { APP_PATHS } from './web-app.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'walkon-web-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<!doctype html>the app')
  await writeFile(join(root, 'favicon.svg'), '<svg/>')
  await writeFile(join(root, '.built-from'), 'a secret of the build')
  await writeFile(join(root, 'assets/app-4f2a.js'), 'the code')
  await writeFile(join(root, 'assets/app-4f2a.js.br'), brotliCompressSync('the code'))
})
afterAll(() => rm(root, { recursive: true }))

const BROWSER = { accept: 'text/html,application/xhtml+xml' }

const open = (url: string, headers: Record<string, string> = BROWSER) =>
  createTestGateway({ WEB_ROOT: root }).inject({ url, headers })

describe('pages', () => {
  test.for([...APP_PATHS])(
    '200: %s is the page of the web app, which browsers ask for at each visit',
    async (path) => {
      const response = await open(`${path}?token=abc`)

      expect(response.statusCode).toBe(200)
      expect(response.body).toContain('the app')
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      })
    },
  )

  test('404: an address that no page has shows the app, which says so', async () => {
    const response = await open('/no-such-page')

    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('the app')
  })

  test('404: a program that asks for an unknown page gets a problem document', async () => {
    expect((await open('/no-such-page', { accept: 'application/json' })).json()).toMatchObject({
      status: 404,
      code: 'route-not-found',
    })
  })

  test('404: a form that is posted to the address of a page', async () => {
    const gateway = createTestGateway({ WEB_ROOT: root })
    const response = await gateway.inject({ method: 'POST', url: '/live-wait-times', headers: BROWSER })

    expect(response.json()).toMatchObject({ status: 404, code: 'route-not-found' })
  })

  test('the gateway knows the address of every page of the web app', () => {
    const routes = readFileSync(join(import.meta.dirname, '../../../../web/src/routes.tsx'), 'utf8')
    const paths = [...routes.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path)

    expect(new Set(paths)).toEqual(APP_PATHS)
  })
})

describe('files', () => {
  test('200: a file with its hash in the name is kept for ever', async () => {
    const response = await open('/assets/app-4f2a.js')

    expect(response.body).toBe('the code')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('200: a file comes compressed where the build has done so and the browser can read it', async () => {
    const response = await open('/assets/app-4f2a.js', { 'accept-encoding': 'gzip, br' })

    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
    })
  })

  test('200: a file without a hash in its name is asked for at each visit', async () => {
    expect((await open('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test('304: a file without a hash is not sent again while it is the same', async () => {
    const first = await open('/favicon.svg')
    const again = await open('/favicon.svg', { 'if-none-match': String(first.headers.etag) })

    expect(again.statusCode).toBe(304)
  })

  test.for(['/assets/app-0000.js', '/.built-from', '/../package.json', '/%2e%2e/package.json', '/assets/'])(
    '404: %s is neither a file nor a page of the web app',
    async (path) => {
      const response = await open(path)

      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.headers['content-type']).toBe('application/problem+json')
    },
  )
})
