import { launchBrowser, PHONE, DESK } from './support/browser.ts'
import { createAccount, PASSWORD } from './support/accounts.ts'
import { createWalkonClient, aVisitor } from './support/walkon-client.ts'
import { npmStart } from './support/npm-start.ts'
import { QUICK_POLLS } from './support/quick-polls.ts'
const product = await npmStart({ dataDir: '/tmp/look/data', port: 9600, env: { ...QUICK_POLLS, LIGHTNING_LANE_OPEN: 'true', RESTAURANT_ALERTS_OPEN: 'true' } })
const base = product.url
const client = createWalkonClient(base)
const browser = await launchBrowser()
const email = aVisitor('look')
await createAccount(client, base, email, 'Ana Ortiz')
const MK = '75ea578a-adc8-4116-a54d-dccb60765ef9'
for (const [device, options] of [['phone', PHONE], ['desk', DESK]] as const) {
  for (const scheme of ['light', 'dark'] as const) {
    if (device === 'desk' && scheme === 'dark') continue
    const context = await browser.newContext({ ...options, colorScheme: scheme })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    page.on('console', (m) => m.type() === 'error' && console.log(device, scheme, page.url(), m.text().slice(0, 200)))
    page.on('pageerror', (e) => console.log('PAGEERROR', page.url(), e.message.slice(0, 300)))
    await page.goto(`${base}/ride-checklist?park=${MK}`)
    await page.getByLabel('Email').first().fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForTimeout(2500)
    if (device === 'phone' && scheme === 'light') await page.getByRole('button', { name: 'Add all rides' }).click().catch((e) => console.log('add all', e.message.slice(0, 100)))
    for (const path of [`/ride-checklist?park=${MK}`, '/get-alerts', '/restaurant-alerts', '/manage-restaurant-alerts', '/lightning-lane', '/', `/live-wait-times?park=${MK}`, '/pricing', '/manage-alerts']) {
      await page.goto(base + path)
      await page.waitForTimeout(2500)
      const name = path.split('?')[0]!.replaceAll('/', '_')
      if (path === '/') { for (let y = 0; y < 9000; y += 700) { await page.evaluate((y) => window.scrollTo(0, y), y); await page.waitForTimeout(120) } await page.evaluate(() => window.scrollTo(0, 0)) }
      await page.screenshot({ path: `/tmp/look/${device}-${scheme}${name}.png`, fullPage: true })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) console.log('TOO WIDE', device, path, wide)
    }
    await context.close()
  }
}
await browser.close()
await product.stop()
