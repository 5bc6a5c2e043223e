import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

type Build = { id: string; files: string[]; firstLoad: string[] }

/** Calls without side effects, which the bundler cannot infer: an unused schema, context or component is left out. */
export const PURE_FUNCTIONS = [
  'z',
  'createContext',
  'memo',
  'forwardRef',
  'Symbol',
  'Object.getOwnPropertyNames',
]
export const TARGET = ['chrome123', 'safari17.5', 'firefox121']

/**
 * `/sw.js`: one file at an address that never changes, because a browser looks there for the next version. It shares no chunk with the
 * app, so it is a build of its own. The development server builds it for each request.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    generateBundle: {
      // After the page that names the first load.
      order: 'post',
      async handler(_options, files) {
        const shell = toShell(files['index.html'])
        this.emitFile({ type: 'asset', fileName: 'shell.html', source: shell })
        const source = await bundle(this.environment.config.root, toBuild(Object.keys(files), shell))
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
    configureServer: ({ config, middlewares }) =>
      void middlewares.use('/sw.js', async (_request, response, next) => {
        try {
          const code = await bundle(config.root, { id: 'development', files: [], firstLoad: [] })
          response
            .setHeader('content-type', 'text/javascript')
            .setHeader('cache-control', 'no-cache')
            .end(code)
        } catch (error) {
          next(error)
        }
      }),
  }
}

/** The frame of every page without its content, for the service worker alone. */
function toShell(page: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (page?.type !== 'asset') throw new Error('The build has no index.html')
  return String(page.source).replace('</head>', '  <meta name="robots" content="noindex" />\n  </head>')
}

/** Files of `public/` that a page needs to be drawn. */
const PUBLIC_FILES = ['/theme.js', '/favicon.svg', '/manifest.webmanifest']

/** The files that the service worker keeps, and those of the shell. Names of assets have their hashes, so the names and the shell tell one build from the next. */
function toBuild(fileNames: string[], shell: string): Build {
  const assets = fileNames.filter((name) => name.startsWith('assets/')).map((name) => `/${name}`)
  const files = ['/shell.html', ...PUBLIC_FILES, ...assets.toSorted()]
  const named = new Set([...shell.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path))
  const firstLoad = files.filter((file) => !file.startsWith('/assets/') || named.has(file))
  const id = createHash('sha256').update(shell).update(files.join()).digest('base64url').slice(0, 12)
  return { id, files, firstLoad }
}

async function bundle(root: string, kept: Build): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(kept) },
    build: {
      write: false,
      target: TARGET,
      rolldownOptions: {
        input: join(root, 'src/worker/service-worker.ts'),
        output: { format: 'iife' },
        treeshake: { manualPureFunctions: PURE_FUNCTIONS },
      },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (!result || !('output' in result)) throw new Error('The service worker has no output')
  return result.output[0].code
}
