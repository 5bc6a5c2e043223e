import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importMap } from '../web/import-map.ts'

const WEB = resolve(import.meta.dirname, '../web/package.json')
const { build } = (await import(pathToFileURL(createRequire(WEB).resolve('vite')).href)) as {
  build(options: object): Promise<{ output: { fileName: string; code?: string; source?: string }[] }>
}

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'walkon-import-map-'))
  await mkdir(join(root, 'src'))
})
afterEach(() => rm(root, { recursive: true }))

/** The files of a small app in which a page, loaded later, uses the first load. */
async function builtWith(words: string, title = '') {
  const files = {
    'index.html': '<head><title>App</title></head><script type="module" src="/src/main.js"></script>',
    'src/main.js': `export const words = () => ${JSON.stringify(words)} + location.href; void import('./page.js')`,
    'src/page.js': `import { words } from './main.js'; document.title = ${JSON.stringify(title)} + words()`,
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content)
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [importMap()],
    build: { write: false, modulePreload: false },
  })
  const found = (name: RegExp) => output.find(({ fileName }) => name.test(fileName))
  const page = found(/^assets\/page-/)
  return {
    first: found(/^assets\/index-/)?.fileName,
    page: { name: page?.fileName, code: page?.code },
    html: String(found(/^index\.html$/)?.source),
  }
}

test('a change of the first load leaves the names of the pages that import it', async () => {
  const before = await builtWith('before')
  const after = await builtWith('after')

  expect(after.page).toEqual(before.page)
  expect(after.page.code).toContain('"./index.js"')
  expect(after.first).not.toBe(before.first)
})

test('the HTML maps the name to the file of its build, before the first module', async () => {
  const { html, first } = await builtWith('words')
  const [head = '', map = ''] = /^.*?<script type="importmap">(.*?)<\/script>/s.exec(html) ?? []

  expect(JSON.parse(map)).toEqual({ imports: { '/assets/index.js': `/${first}` } })
  expect(head).not.toMatch(/type="module"|modulepreload/)
})

test('a change of a page renames the entry too, by which a page knows its build', async () => {
  expect((await builtWith('words', 'title')).first).not.toBe((await builtWith('words')).first)
})
