import { processorSecondsOf } from '@walkon/service/testing/processor-time'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestGateway } from '../testing/gateway.ts'

const IMPORT_MAP = '{"imports":{"/assets/index.js":"/assets/index-4f2a.js"}}'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'walkon-web-'))
  await mkdir(join(root, 'assets'))
  await mkdir(join(root, 'pages/auth'), { recursive: true })
  await writeFile(join(root, 'pages/index.html'), 'the home page')
  await writeFile(join(root, 'pages/faq.html'), '<link href="https://origin.invalid/faq" />')
  await writeFile(join(root, 'pages/auth/forgot.html'), 'a new password')
  await writeFile(join(root, 'pages/404.html'), 'nothing here')
  await writeFile(join(root, 'favicon.svg'), '<svg/>')
  await writeFile(join(root, 'shell.html'), `<script type="importmap">${IMPORT_MAP}</script>`)
  await writeFile(join(root, 'sw.js'), 'the service worker')
  await writeFile(join(root, '.built-from'), 'a secret of the build')
  await writeFile(join(root, 'assets/app-4f2a.js'), 'the code')
  await writeFile(join(root, 'assets/app-4f2a.js.br'), brotliCompressSync('the code'))
})
afterAll(() => rm(root, { recursive: true }))

const BROWSER = { accept: 'text/html,application/xhtml+xml' }

const open = (url: string, headers: Record<string, string> = BROWSER) =>
  createTestGateway({ WEB_ROOT: root }).inject({ url, headers })

describe('pages', () => {
  test.for([
    ['/', 'the home page'],
    ['/auth/forgot', 'a new password'],
  ])(
    '200: %s is the page that was built for it, and a browser asks for it again at each visit',
    async ([path, content]) => {
      const response = await open(`${path}?token=abc`)

      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(content)
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
    },
  )

  test('200: the import map of the build is the one script that may stand in a page', async () => {
    const hash = createHash('sha256').update(IMPORT_MAP).digest('base64')

    expect((await open('/faq')).headers['content-security-policy']).toContain(
      `; script-src 'self' 'sha256-${hash}'; `,
    )
  })

  test.for<Record<string, string>>([{ accept: '*/*' }, {}])(
    '200: what makes a preview of a shared link gets the page, with headers %j',
    async (headers) => {
      expect((await open('/faq', headers)).body).toContain('/faq')
      expect((await open('/no-such-page', headers)).json()).toMatchObject({ code: 'route-not-found' })
    },
  )

  test('200: a page names its own address as the public URL has it', async () => {
    expect((await open('/faq')).body).toBe('<link href="http://walkon.example/faq" />')
  })

  test('200: a page comes compressed as the browser can read it', async () => {
    const brotli = await open('/', { ...BROWSER, 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await open('/', { ...BROWSER, 'accept-encoding': 'gzip, br;q=0' })

    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('the home page')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe('the home page')
  })

  test('304: a page that the browser has already is not sent again', async () => {
    const first = await open('/faq')
    const again = await open('/faq', { ...BROWSER, 'if-none-match': String(first.headers.etag) })

    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test.for([
    ['/faq/', '/faq'],
    ['/faq/?ride=a%2Fb&x=//evil.example/', '/faq?ride=a%2Fb&x=//evil.example/'],
    ['/auth/forgot/?token=abc', '/auth/forgot?token=abc'],
    ['/faq//', '/faq'],
  ] as const)(
    '301: a slash behind the address of a page leads to the page, with its query: %s',
    async ([path, page]) => {
      const response = await open(path)

      expect(response.statusCode).toBe(301)
      expect(response.headers.location).toBe(page)
    },
  )

  test.for([
    '//evil.example/',
    '//faq/',
    '//faq',
    '/%2Fevil.example/',
    '/no-such-page//',
    '/no-such-page/',
    '/assets//',
    '/assets/',
    '/404/',
  ])('a slash behind what is no page leads nowhere: %s', async (path) => {
    const response = await open(path)

    expect(response.statusCode).toBe(404)
    expect(response.headers.location).toBeUndefined()
  })

  test.for(['/no-such-page', '/404'])('404: %s shows that there is no such page', async (path) => {
    const response = await open(path)

    expect(response.statusCode).toBe(404)
    expect(response.body).toBe('nothing here')
  })

  test('404: a program that requests a page gets a problem document', async () => {
    expect((await open('/no-such-page', { accept: 'application/json' })).json()).toMatchObject({
      status: 404,
      code: 'route-not-found',
    })
  })

  test.for(['/', '.', '/.', '%2f'])('404: addresses with thousands of “%s” hold nobody up', async (mark) => {
    const openTen = async () => {
      for (let requests = 0; requests < 10; requests++)
        expect((await open(`/x${mark.repeat(16_000 / mark.length)}/x`)).statusCode).toBe(404)
    }
    expect(await processorSecondsOf(openTen)).toBeLessThan(5)
  })

  test('404: a form that is posted to the address of a page is refused', async () => {
    const gateway = createTestGateway({ WEB_ROOT: root })
    const response = await gateway.inject({ method: 'POST', url: '/faq', headers: BROWSER })

    expect(response.json()).toMatchObject({ status: 404, code: 'route-not-found' })
  })
})

describe('files', () => {
  test('200: a file with its hash in the name is kept for ever', async () => {
    const response = await open('/assets/app-4f2a.js')

    expect(response.body).toBe('the code')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('404: a file of an earlier build is not there, and no cache keeps that answer', async () => {
    const response = await open('/assets/app-0000.js')

    expect(response.statusCode).toBe(404)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('200: a file comes compressed where the build has done so and the browser can read it', async () => {
    const response = await open('/assets/app-4f2a.js', { 'accept-encoding': 'gzip, br' })

    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
    })
  })

  test('200: a browser asks for any other file again at each visit', async () => {
    expect((await open('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test('200: the service worker is asked for again at each visit, and runs under the policy of every answer', async () => {
    const response = await open('/sw.js')

    expect(response.body).toBe('the service worker')
    expect(response.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("connect-src 'self'"),
    })
  })

  test('304: a file that the browser has already is not sent again', async () => {
    const first = await open('/favicon.svg')
    const again = await open('/favicon.svg', { 'if-none-match': String(first.headers.etag) })

    expect(again.statusCode).toBe(304)
  })

  test.for([
    '/assets/app-0000.js',
    '/.built-from',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/',
    '/pages/faq.html',
  ])('nothing is found at %s, and the answer is a problem document', async (path) => {
    const response = await open(path)

    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.headers['content-type']).toBe('application/problem+json')
  })
})
