import { relative } from 'node:path'
import { checkEnvironments } from './unconnected-services.ts'
import { claimForMode } from './data-folder-mode.ts'
import { openLogFile } from './log-files.ts'
import { listNotes } from './real-settings.ts'
import { readLocalSettings, type LocalSettings } from './settings.ts'
import { CannotStart, requireFreePort, takeDataFolder } from './single-start.ts'
import { startProduct } from './product.ts'
import { buildWebApp } from './web-build.ts'

/** `npm start`: the whole product on this machine, with a simulated day in the parks or, by `MODE=real`, for real visitors. */

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const settings = readLocalSettings(process.env)
  checkEnvironments(settings)
  const releaseDataFolder = await takeDataFolder(settings.DATA_DIR)
  try {
    await claimForMode(settings)
    await requireFreePort(settings.PORT, settings.HOST)
    const webApp = buildWebApp(say)
    // Thrown where it is awaited, after the services.
    webApp.catch(() => {})
    const logFile = await openLogFile(settings.DATA_DIR)
    const product = await startProduct({
      settings,
      webApp,
      logFile,
      say,
      onFatal: (error) => {
        process.stderr.write(
          `Walkon cannot go on: ${error instanceof Error ? error.message : String(error)}\n`,
        )
        process.exit(1)
      },
    })
    stopOnSignals(async () => {
      await product.stop()
      await releaseDataFolder()
    })
    say('')
    say(`Walkon is ready after ${(performance.now() / 1000).toFixed(1)} s:  ${product.url}`)
    for (const line of listHints(settings, product.url)) say(`  ${line}`)
    say('  An admin: sign up, then run `npm run grant-role -- admin you@example.com`')
    say(`  The log is ${relative(process.cwd(), logFile.path)}. Ctrl-C stops.`)
  } catch (error) {
    await releaseDataFolder()
    throw error
  }
}

function listHints({ real, SMS_ENABLED, PRICES }: LocalSettings, url: string): string[] {
  if (real) return listNotes(real)
  const codes = SMS_ENABLED ? 'codes FREEDAY (email) and SMSFREE (SMS)' : 'code FREEDAY (email)'
  return [`${PRICES === 'free' ? '' : `Promo ${codes}. `}Mail arrives at ${url}/sandbox/inbox`]
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      say('Stopping …')
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Did not stop cleanly: ${String(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}

try {
  await start()
} catch (error) {
  const known =
    error instanceof CannotStart ||
    (error instanceof Error && error.message.startsWith('Invalid environment'))
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
