import type { FastifyInstance } from 'fastify'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const FONTS = ['archivo', 'atkinson-hyperlegible-next']
const CACHE_CONTROL = 'public, max-age=3600'

/**
 * `GET /fonts/<name>.woff2`: the typefaces of the web app for pages that a service answers. Those know no hash of the build, so each
 * address redirects to the file of the present build. A build without the file has no such address.
 */
export async function fontAddresses(app: FastifyInstance, { root }: { root: string }): Promise<void> {
  const files = await readdir(join(root, 'assets')).catch(() => [])
  for (const font of FONTS) {
    const file = files.find((name) => name.startsWith(`${font}-`) && name.endsWith('.woff2'))
    if (!file) continue
    app.get(`/fonts/${font}.woff2`, async (_request, reply) =>
      reply.header('cache-control', CACHE_CONTROL).redirect(`/assets/${file}`),
    )
  }
}
