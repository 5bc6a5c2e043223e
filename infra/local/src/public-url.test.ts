import { expect, test } from 'vitest'
import { toPublicUrl, toReturnOrigins } from './public-url.ts'

test.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['::1', 'http://localhost:8080'],
  ['192.168.1.5', 'http://192.168.1.5:8080'],
  ['fd00::5', 'http://[fd00::5]:8080'],
  ['0.0.0.0', 'http://10.0.0.7:8080'],
  ['::', 'http://10.0.0.7:8080'],
])('a web app that listens on %s is reached at %s', (host, url) => {
  expect(toPublicUrl(host, 8080, '10.0.0.7')).toBe(url)
})

test('a web app that is open to a network that is not there is reached at localhost', () => {
  expect(toPublicUrl('0.0.0.0', 8080, null)).toBe('http://localhost:8080')
})

test('a visitor who types another name of this machine comes back to it from the payment page', () => {
  expect(toReturnOrigins('http://localhost:8080', 8080)).toEqual({
    RETURN_ORIGINS: 'http://127.0.0.1:8080,http://[::1]:8080',
  })
  expect(toReturnOrigins('http://192.168.1.5:8080', 8080)).toEqual({
    RETURN_ORIGINS: 'http://localhost:8080,http://127.0.0.1:8080,http://[::1]:8080',
  })
  expect(toReturnOrigins('https://walkon.example', 8080)).toEqual({})
})
