import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { readLocalSettings } from './settings.ts'

/**
 * `npm run dev`: the product, restarted when a file of a service changes. Beside it Vite's own server shows changes of the web app at once
 * and asks the product for the rest.
 */

const ROOT = resolve(import.meta.dirname, '../../..')
const VITE_PORT = 5173
const { PORT } = readLocalSettings(process.env)

const product = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'infra/local/src/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
})
const vite = spawn(
  process.execPath,
  [join(ROOT, 'web/node_modules/vite/bin/vite.js'), '--port', String(VITE_PORT)],
  {
    cwd: join(ROOT, 'web'),
    stdio: 'inherit',
    env: { ...process.env, WALKON_URL: `http://127.0.0.1:${PORT}` },
  },
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    vite.kill(signal)
    product.kill(signal)
  })
}
vite.once('exit', () => product.kill('SIGTERM'))
product.once('exit', (code) => {
  vite.kill('SIGTERM')
  process.exitCode = code ?? 0
})
