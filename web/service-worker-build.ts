import { join } from 'node:path'
import { build, type Plugin } from 'vite'

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
    async generateBundle() {
      const source = await bundle(this.environment.config.root)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
    configureServer: ({ config, middlewares }) =>
      void middlewares.use('/sw.js', async (_request, response, next) => {
        try {
          const code = await bundle(config.root)
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

async function bundle(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
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
