import type { Plugin } from 'vite'

/** As other files name the entry before its hash is known: `./index-!~{000}~.js`. */
const ENTRY = /(["'`])\.\/index-!~\{\w+\}~\.js\1/g

/**
 * Other files import the entry without its hash: a changed hash would rename every importer, and each visitor fetch the whole app again. The
 * import map of each page's HTML says the name with the hash. The entry's own hash changes with every file: it names those that it loads later.
 */
export function importMap(): Plugin {
  return {
    name: 'import-map',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    renderChunk: {
      order: 'post',
      handler: (code) => code.replaceAll(ENTRY, '$1./index.js$1'),
    },
    generateBundle: {
      // After the page is made, before the service worker reads it.
      order: 'post',
      handler(_options, files) {
        const page = files['index.html']
        const entry = Object.values(files).find((file) => file.type === 'chunk' && file.isEntry)
        if (page?.type !== 'asset' || !entry) throw new Error('The build has no index.html, or no entry')
        const map = JSON.stringify({ imports: { '/assets/index.js': `/${entry.fileName}` } })
        // Before the first module: a browser takes no map after it.
        page.source = String(page.source).replace(
          '<title>',
          () => `<script type="importmap">${map}</script>\n    <title>`,
        )
      },
    },
  }
}
