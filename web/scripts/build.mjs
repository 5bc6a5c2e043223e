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
const { freePaths, paths, renderPage } = await import(join(serverDir, 'prerender.js'))

/** The documents that are there for everybody. */
const documents = new Map()
for (const path of paths) {
  documents.set(path, await renderDocument(path, false))
  await writePage('pages', path, documents.get(path))
}
for (const path of freePaths) {
  const document = await renderDocument(path, true)
  if (document !== documents.get(path)) await writePage('pages-free', path, document)
}
await Promise.all(
  [serverDir, join(dist, '.vite'), join(dist, 'index.html')].map((made) => rm(made, { recursive: true })),
)

async function renderDocument(path, isFree) {
  const page = await renderPage(path, isFree)
  if (/<script|<style|style=/.test(page.html)) {
    throw new Error(`${path} has a script or a style inline, which the content security policy refuses`)
  }
  const chunks = page.componentName ? chunksOf(page.componentName) : []
  return withHead(template, headOf(path, page), chunks).replace('<!--page-->', () => page.html)
}

async function writePage(folder, path, document) {
  const file = join(dist, folder, path === '/' ? 'index.html' : `${path}.html`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, document)
}

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
