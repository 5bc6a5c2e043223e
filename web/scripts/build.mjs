/**
 * Builds the web app: the files for the browser, then each page's own HTML in `dist/pages`, rendered by the same code.
 * Run it with Node 24: `node scripts/build.mjs`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build } from 'vite'
import { headOf, withHead } from './page-head.mjs'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const serverDir = join(root, 'dist/.prerender')
const shared = { root, logLevel: process.argv.includes('--quiet') ? 'warn' : 'info' }

await build({ ...shared, build: { manifest: true } })
await build({
  ...shared,
  logLevel: 'warn',
  build: { ssr: 'src/prerender.tsx', outDir: serverDir, emptyOutDir: true, copyPublicDir: false },
})

const template = await readFile(join(dist, 'index.html'), 'utf8')
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
const { paths, renderPage } = await import(join(serverDir, 'prerender.js'))

for (const path of paths) {
  const page = await renderPage(path)
  if (/<script|<style|style=/.test(page.html)) {
    throw new Error(`${path} has a script or a style inline, which the content security policy refuses`)
  }
  const file = join(dist, 'pages', path === '/' ? 'index.html' : `${path}.html`)
  await mkdir(dirname(file), { recursive: true })
  const chunks = page.componentName ? chunksOf(page.componentName) : []
  const document = withHead(template, headOf(path, page), chunks)
  await writeFile(
    file,
    document.replace('<!--page-->', () => page.html),
  )
}
await Promise.all(
  [serverDir, join(dist, '.vite'), join(dist, 'index.html')].map((made) => rm(made, { recursive: true })),
)

/** The files of a page's code that the first load does not have. `FaqPage` is in `src/pages/faq-page.tsx`. */
function chunksOf(componentName) {
  const name = componentName.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase()
  const inFirstLoad = importsOf('index.html')
  return [...importsOf(`src/pages/${name}.tsx`)].filter((file) => !inFirstLoad.has(file))
}

function importsOf(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no ${key}`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) importsOf(imported, found)
  return found
}
