import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, minify, type Plugin } from 'vite'
import { importMap } from './import-map.ts'
import { PURE_FUNCTIONS, serviceWorker, TARGET } from './service-worker-build.ts'

/** While developing, what is not the web app is asked of a running product. */
const GATEWAY_URL = process.env['WALKON_URL'] ?? 'http://127.0.0.1:8080'
const SERVED_BY_GATEWAY = ['/api', '/auth/v1', '/sandbox', '/u/', '/webhooks']

/** Modules that many pages share, less than a kB each. */
const PAGE_PARTS =
  /\/web\/src\/(page-heads|pages\/(page-head|topics)|ui\/(failure|loading|panel|section)|lib\/(destination-picker|duration-words|load-problem)|features\/parks\/popular-parks-now)/

/** Modules that the pages of accounts share. */
const ACCOUNT_PARTS =
  /\/web\/src\/(pages\/auth-card|ui\/(password-field|toast|username-for-managers)\.|lib\/(account-|entry-(form|texts)|entries|code-form|phone-words)|features\/auth\/(second-factor|return-path))/

/** Modules that paged lists share. Chunks by readers alone (`entriesAware`) made `/live-wait-times` 20 kB larger. */
const LIST_PARTS = /\/web\/src\/lib\/(paged-list|pages-query)\./

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    leanRouter(),
    fetchedImports(),
    importMap(),
    serviceWorker(),
    minifiedTheme(),
    compressedCopies(),
  ],
  build: {
    outDir: 'dist',
    target: TARGET,
    // Nothing inline: the content security policy allows files of our own only.
    assetsInlineLimit: 0,
    // The first load is one file: a compressor finds less to share in several.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 },
            // One request instead of many: a request costs more than a kB of code.
            // Searches need it without the account's parts, which need it too.
            { name: 'names', test: /\/contracts\/src\/(folded-name|plain-text)/, priority: 1 },
            { name: 'page', test: PAGE_PARTS },
            { name: 'account', test: ACCOUNT_PARTS },
            { name: 'list', test: LIST_PARTS },
          ],
        },
      },
      treeshake: { manualPureFunctions: PURE_FUNCTIONS },
    },
    // A page names its modules in its own HTML. A table of all pages would be part of every first load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
  },
  server: { proxy: Object.fromEntries(SERVED_BY_GATEWAY.map((path) => [path, GATEWAY_URL])) },
})

/** react-router's checks that a hook is called inside of a router and that a path holds no query: development and tests keep them. */
const DEVELOPERS_CHECK =
  /^ *invariant\(\s*(!?useInRouterContext\(\),[^`]*`[^`]*`|.*,\s*getInvalidPathError\(.*\))\s*\);$/gm

/** Its warnings to developers, which are statements of their own. */
const DEVELOPERS_WARNING = /^( *)warning\((.*|\n[\s\S]*?^\1)\);$/gm

/**
 * react-router's package names its development build for every bundler: the other one has no warnings for developers. The names that its
 * components get for developer tools are side effects to a bundler, which would keep the unused ones. So is the context of a class that
 * is assigned from outside of it.
 */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!/^react-router(\/|$)/.test(source)) return undefined
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved?.id.replace('/dist/development/', '/dist/production/')
    },
    transform: (code, id) =>
      id.includes('/react-router/dist/production/')
        ? code
            .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
            .replaceAll(DEVELOPERS_CHECK, '')
            .replaceAll(DEVELOPERS_WARNING, '')
            .replaceAll(
              /^(var (\w+) = class extends React\d*\.Component \{$)(.*?)^\2\.contextType = (\w+);$/gms,
              '$1 static contextType = $4;$3',
            )
            .replaceAll(/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1')
        : undefined,
  }
}

const FETCHED_IMPORT = fileURLToPath(new URL('src/lib/fetched-import.ts', import.meta.url))

/** The app has one style sheet, and each page names its code in its HTML: Vite's helper (1 kB) would have nothing to preload. Ours takes its place. */
function fetchedImports(): Plugin {
  return {
    name: 'fetched-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { fetchedImport as __vitePreload } from '${FETCHED_IMPORT}'`
        : undefined,
  }
}

/** The script of the first paint is copied as it is written: its comments and names are half of it. */
function minifiedTheme(): Plugin {
  return {
    name: 'minified-theme',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    writeBundle: {
      // Before the copies.
      order: 'pre',
      sequential: true,
      async handler({ dir = 'dist' }) {
        const path = join(dir, 'theme.js')
        const { code } = await minify(path, await readFile(path, 'utf8'), { module: false })
        await writeFile(path, code)
      },
    },
  }
}

/** Writes `.br` and `.gz` beside every file of text, so that the gateway only has to choose. */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle: async ({ dir = 'dist' }) => {
      const files = await readdir(dir, { recursive: true })
      for (const file of files.filter((name) => /\.(js|css|svg|webmanifest|txt)$/.test(name))) {
        const path = join(dir, file)
        const content = await readFile(path)
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
      }
    },
  }
}
