/** Names this browser for a list of devices: "Chrome on Android". */

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** The first that fits: most browsers name others as well. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]

const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

export function deviceName({ userAgent, maxTouchPoints }: Browser, isInstalled: boolean): string {
  const browser = isInstalled ? 'Walkon app' : (firstOf(BROWSERS, userAgent) ?? 'Browser')
  const named = firstOf(SYSTEMS, userAgent)
  // An iPad says that it is a Mac, and no Mac has a touch screen.
  const system = named === 'Mac' && maxTouchPoints > 1 ? 'iPad' : named
  return system ? `${browser} on ${system}` : browser
}

export const isAppleMobile = (browser: Browser): boolean => /iPhone|iPad$/.test(deviceName(browser, false))

const firstOf = (known: [name: string, pattern: RegExp][], userAgent: string): string | undefined =>
  known.find(([, pattern]) => pattern.test(userAgent))?.[0]
