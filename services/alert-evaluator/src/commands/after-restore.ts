import { runAfterRestoreCommand } from '@walkon/runtime/after-restore-command'
import { alertEvaluator } from '../app.ts'
import { recallAfterRestore } from '../use-cases/alerts/recall-after-restore.ts'

process.exitCode = await runAfterRestoreCommand(
  alertEvaluator,
  recallAfterRestore,
  process.env,
  process.argv.slice(2),
)
