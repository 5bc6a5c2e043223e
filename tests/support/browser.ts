import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's Chromium, or the one that CHROMIUM names. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export const hasBrowser = (): boolean => existsSync(EXECUTABLE)

const howToLaunch = (flags: string[] = []) => ({
  executablePath: EXECUTABLE,
  args: [...FLAGS, ...flags],
  headless: true,
  timeout: 120_000,
})

export const launchBrowser = (flags?: string[]): Promise<Browser> => chromium.launch(howToLaunch(flags))

/** A browser whose profile is in this folder: apps can be installed in it. The headless shell knows no apps. */
export const launchProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, howToLaunch(['--headless=new']))

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}
export const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
