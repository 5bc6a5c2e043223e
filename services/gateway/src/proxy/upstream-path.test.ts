import { describe, expect, test } from 'vitest'
import type { ProxyRoute } from './proxy-routes.ts'
import { isOriginForm, toUpstreamPath } from './upstream-path.ts'

const route = (prefix: string, stripPrefix: boolean): ProxyRoute => ({
  prefix,
  stripPrefix,
  origin: 'http://127.0.0.1',
  bodyLimitBytes: 1,
  rateLimited: true,
})
const parks = { ...route('/api/parks', true), elsewhere: ['/auth', '/u', '/webhooks'] }
const mails = route('/u', false)

describe('toUpstreamPath', () => {
  const passed = [
    { url: '/api/parks/destinations', route: parks, path: '/destinations' },
    { url: '/api/parks/a/live?since=1?2', route: parks, path: '/a/live?since=1?2' },
    { url: '/api/parks', route: parks, path: '/' },
    { url: '/api/parks/users', route: parks, path: '/users' },
    { url: '/api/parks/metrics-of-a-day', route: parks, path: '/metrics-of-a-day' },
    { url: '/u/eyJ.a_b-c', route: mails, path: '/u/eyJ.a_b-c' },
  ]
  test.for(passed)(
    'the gateway asks for $path where the visitor asks for $url',
    ({ url, route: to, path }) => {
      expect(toUpstreamPath(url, to)).toBe(path)
    },
  )

  const hidden = [
    '/api/parks/metrics',
    '/api/parks/livez',
    '/api/parks/readyz',
    '/api/parks/metrics/',
    '/api/parks/metrics#x',
    '/api/parks/metrics%23x',
    '/api/parks/metrics%3Fx',
    '/api/parks/metrics;x',
    '/api/parks/readyz.json',
    '/api/parks/metrics/x',
    '/api/parks/auth/v1/token',
    '/api/parks/%61uth/v1/token',
    '/api/parks/u/token',
    '/api/parks/u',
    '/api/parks/webhooks/postmark',
    '/api/parks/metrics?x=1',
    '/api/parks/METRICS',
    '/api/parks/%6detrics',
    '/api/parks//metrics',
    '/api/parks/./metrics',
    '/api/parks/a/../metrics',
    '/api/parks/a/%2e%2e/metrics',
    '/api/parks/a%2f..%2fmetrics',
    '/api/parks/a%2fb',
    '/api/parks/..%5cmetrics',
    '/api/parks/%00',
    '/api/parks/%',
    '/api/parksmetrics',
    '/%61pi/parks/metrics',
  ]
  test.for(hidden)('the gateway finds nothing at %s', (url) => {
    expect(toUpstreamPath(url, parks)).toBeNull()
  })
})

describe('isOriginForm', () => {
  test.for([
    '/',
    '/api/parks/a/live?since=1?2',
    "/a-b.c_d~e!f$g&h'i(j)k*l+m,n;o=p:q@r/",
    '/caf%C3%A9',
    '/?name=a|b[c]{d}^`\\"<>',
    '/?',
  ])('%s is a valid request target', (target) => {
    expect(isOriginForm(target)).toBe(true)
  })

  test.for([
    '',
    '*',
    'api/parks',
    'http://parks.internal/metrics',
    'parks.internal:443',
    '/api/parks/metrics#x',
    '/api/parks/x?y#z',
    '/api\\parks',
    '/a b',
    '/a|b',
    '/%',
    '/%zz',
    '/a\u0000',
    '/a\t',
    '/caf\u00e9',
    '/?caf\u00e9',
    '/?a\u007f',
  ])('%j is no valid request target', (target) => {
    expect(isOriginForm(target)).toBe(false)
  })
})
