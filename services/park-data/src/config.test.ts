import { expect, test } from 'vitest'
import { pollMsOf, settings } from './config.ts'

const pollMs = (PARK_FEED_URL: string | undefined, POLL_SECONDS: string) =>
  pollMsOf(
    settings.parse({
      DATABASE_URL: 'postgres://localhost/walkon',
      AUTH_ISSUER: 'https://walkon.example/auth/v1',
      PARK_FEED_URL,
      POLL_SECONDS,
    }),
  )

test('the feed of another machine is polled once a minute at most, whatever the setting asks for', () => {
  expect(pollMs(undefined, '2')).toBe(60_000)
  expect(pollMs('https://127.0.0.1.example.com/v1', '2')).toBe(60_000)
  expect(pollMs('http://[2001:db8::1]/v1', '2')).toBe(60_000)
  expect(pollMs('https://feed.example/v1', '120')).toBe(120_000)
})

test('a sandbox in a container beside ours is polled every ten seconds at most', () => {
  expect(pollMs('http://sandbox:4010/park-feed/v1', '2')).toBe(10_000)
})

test.for(['http://127.0.0.1:4010/park-feed/v1', 'http://[::1]:4010', 'http://localhost:4010'])(
  'a feed on this machine, %s, may be polled every two seconds, and no more often',
  (url) => {
    expect(pollMs(url, '2')).toBe(2_000)
    expect(pollMs(url, '0.5')).toBe(2_000)
  },
)
