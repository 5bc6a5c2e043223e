import { describe, expect, test } from 'vitest'
import type { ProxyRoute } from './proxy-routes.ts'
import { toUpstreamPath } from './upstream-path.ts'

const route = (prefix: string, stripPrefix: boolean): ProxyRoute => ({
  prefix,
  stripPrefix,
  origin: 'http://127.0.0.1',
  bodyLimitBytes: 1,
  rateLimited: true,
})
const parks = route('/api/parks', true)
const mails = route('/u', false)

describe('toUpstreamPath', () => {
  const passed = [
    { url: '/api/parks/destinations', route: parks, path: '/destinations' },
    { url: '/api/parks/a/live?since=1?2', route: parks, path: '/a/live?since=1?2' },
    { url: '/api/parks', route: parks, path: '/' },
    { url: '/u/eyJ.a_b-c', route: mails, path: '/u/eyJ.a_b-c' },
  ]
  test.for(passed)('asks for $path where the visitor asks for $url', ({ url, route: to, path }) => {
    expect(toUpstreamPath(url, to)).toBe(path)
  })

  const hidden = [
    '/api/parks/metrics',
    '/api/parks/livez',
    '/api/parks/readyz',
    '/api/parks/metrics/',
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
  test.for(hidden)('finds nothing at %s', (url) => {
    expect(toUpstreamPath(url, parks)).toBeNull()
  })
})
