import { createHash } from 'node:crypto'
import type { BrowserContext, Route } from 'playwright-core'

/** How a document and a script of the build name a script. */
const NAMED_SCRIPT = /(\.\/|\/assets\/)([\w-]+\.js)\b/g
const SCRIPT = /\/assets\/(next-)?([\w-]+\.js)$/

type Deployment = {
  /** Scripts of the new build that the server does not have either. */
  missing?: RegExp
}

/**
 * From now on the browser meets another build, in which each script has another name: its documents name those, its scripts import those, and for
 * each name of the build before, the gateway gives its answer for a file that it does not have. Returns the documents that are opened.
 */
export async function deployNewerBuild(
  context: BrowserContext,
  baseUrl: string,
  { missing }: Deployment = {},
): Promise<string[]> {
  const opened: string[] = []
  const answer = async (route: Route): Promise<void> => {
    const { pathname } = new URL(route.request().url())
    const [script, isNext, file] = SCRIPT.exec(pathname) ?? []
    if (script && (!isNext || missing?.test(file ?? ''))) {
      return route.fulfill({ response: await route.fetch({ url: `${baseUrl}/assets/gone-0000.js` }) })
    }
    if (script) return sendRenamed(route, `${baseUrl}/assets/${file}`)
    const isDocument = route.request().resourceType() === 'document'
    if (isDocument) opened.push(pathname)
    return isDocument || pathname === '/' ? sendRenamed(route) : route.continue()
  }
  await context.route(`${baseUrl}/**`, async (route) => answer(route).catch(ignoreAbandoned))
  return opened
}

/** A page that went on before its answer came has no use for it, and Playwright has thrown it away. */
function ignoreAbandoned(error: unknown): void {
  if (!/disposed|has been closed/.test(String(error))) throw error
}

async function sendRenamed(route: Route, url = route.request().url()): Promise<void> {
  const response = await route.fetch({ url })
  const before = await response.text()
  const body = before.replaceAll(NAMED_SCRIPT, '$1next-$2')
  // The policy names the import map of the build by its hash.
  const policy = (response.headers()['content-security-policy'] ?? '').replace(
    hashOfMap(before),
    hashOfMap(body),
  )
  await route.fulfill({
    response,
    body,
    headers: { ...response.headers(), 'content-security-policy': policy },
  })
}

const hashOfMap = (html: string) => {
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
  return createHash('sha256').update(map).digest('base64')
}
