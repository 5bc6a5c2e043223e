import { runAfterRestoreCommand } from '@walkon/runtime/after-restore-command'
import { loadSettings } from '@walkon/service/config'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { identity } from '../app.ts'
import { identitySettings } from '../config.ts'
import { createRecall } from '../use-cases/accounts/recall-after-restore.ts'

const settings = settingsOrExit('identity-after-restore', () => loadSettings(identitySettings, process.env))

process.exitCode = await runAfterRestoreCommand(
  identity,
  createRecall(settings),
  process.env,
  process.argv.slice(2),
)
