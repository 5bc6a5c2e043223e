import { expect, test } from 'vitest'
import { deviceName, isAppleMobile } from './device-name.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

const agents = {
  'Chrome on Android': `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Mobile Safari/537.36`,
  'Samsung Internet on Android': `Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  'Firefox on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0',
  'Edge on Windows': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/142.0.0.0`,
  'Opera on Windows': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 OPR/120.0.0.0`,
  'Safari on Mac': `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`,
  'Safari on iPhone': `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
  'Chrome on iPhone': `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} CriOS/142.0 Mobile/15E148 Safari/604.1`,
  'Chrome on Chromebook': `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Safari/537.36`,
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  Browser: 'curl/8',
}

test.for(Object.entries(agents))('a device is called %s by its user agent', ([name, userAgent]) => {
  expect(deviceName({ userAgent, maxTouchPoints: 0 }, false)).toBe(name)
})

test('an iPad that says it is a Mac is told from one by its touch screen', () => {
  const iPad = { userAgent: agents['Safari on Mac'], maxTouchPoints: 5 }

  expect(deviceName(iPad, false)).toBe('Safari on iPad')
  expect(isAppleMobile(iPad)).toBe(true)
  expect(isAppleMobile({ ...iPad, maxTouchPoints: 0 })).toBe(false)
})

test('an app on a Home Screen is called by its phone', () => {
  const userAgent = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Mobile/15E148`

  expect(deviceName({ userAgent, maxTouchPoints: 5 }, true)).toBe('Walkon app on iPhone')
})
