import { InvalidEnvironment } from './config.ts'
import { createLog } from './log.ts'

/** Returns the settings that `load` returns. Faults of the environment are one log line without a stack, and end the process. */
export function settingsOrExit<Settings>(service: string, load: () => Settings): Settings {
  try {
    return load()
  } catch (error) {
    if (!(error instanceof InvalidEnvironment)) throw error
    const log = createLog({ service, level: 'info' })
    log.fatal({ faults: error.faults }, 'invalid environment')
    log.flush()
    return process.exit(1)
  }
}
