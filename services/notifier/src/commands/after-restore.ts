import { runAfterRestoreCommand } from '@walkon/runtime/after-restore-command'
import { notifier } from '../app.ts'
import { recallAfterRestore } from '../use-cases/deliveries/recall-after-restore.ts'

process.exitCode = await runAfterRestoreCommand(
  notifier,
  recallAfterRestore,
  process.env,
  process.argv.slice(2),
)
